"""Headers that every answer carries."""

from collections.abc import Collection

from flask import Flask, Response, request

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""No inline script or style; Swagger UI needs its pictures as ``data:``."""

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def add_headers(response: Response) -> Response:
    """The headers, unless the answer has set its own."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def secure(app: Flask) -> None:
    """Every answer of ``app`` carries the headers."""
    app.after_request(add_headers)


def allow_origins(app: Flask, origins: Collection[str]) -> None:
    """Pages of ``origins`` may call the API (CORS); nobody else's when there are none."""
    if not origins:
        return

    @app.after_request
    def allow(response: Response) -> Response:
        origin = request.headers.get("Origin")
        response.vary.add("Origin")
        if origin is not None and (origin in origins or "*" in origins) and request.path.startswith("/v1/"):
            response.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
            response.headers["Access-Control-Expose-Headers"] = "ETag, Location, Retry-After, X-Request-ID"
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Methods"] = "GET, POST, PUT, DELETE"
                response.headers["Access-Control-Allow-Headers"] = (
                    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-ID"
                )
                response.headers["Access-Control-Max-Age"] = "600"
        return response
