"""What every endpoint shares: requests, limits, clients, headers, logs, metrics, the description of the API."""
