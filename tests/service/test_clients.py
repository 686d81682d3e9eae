"""Who counts as one client."""

import pytest

from api.http.clients import client_of


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", "unknown"),
        (None, "unknown"),
        ("a, b", "unknown"),
    ],
)
def test_an_ipv6_network_of_64_bits_is_one_client(address: str | None, client: str) -> None:
    assert client_of(address) == client
