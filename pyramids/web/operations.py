"""The OpenAPI schema as the page of the API shows it."""

from typing import Any

_METHODS = ("get", "post")


def operations(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """One entry for each call, in the order of the schema."""
    return [
        {
            "method": method,
            "path": path,
            "summary": operation.get("summary", ""),
            "description": operation.get("description", ""),
            "parameters": [
                parameter["name"] for parameter in operation.get("parameters", []) if "name" in parameter
            ],
            "body": _body(schema, operation),
            "responses": [
                {"status": status, "description": response.get("description", "")}
                for status, response in operation.get("responses", {}).items()
            ],
        }
        for path, item in schema["paths"].items()
        for method, operation in item.items()
        if method in _METHODS
    ]


def _body(schema: dict[str, Any], operation: dict[str, Any]) -> str:
    """A body in short: its members and their types."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return _shape(schema, content["schema"]) if "schema" in content else ""


def _shape(schema: dict[str, Any], part: dict[str, Any]) -> str:
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[-1]
        return _shape(schema, schema["components"]["schemas"][name])
    if alternatives := part.get("oneOf"):
        return " or ".join(_shape(schema, one) for one in alternatives if one.get("type") != "null")
    if "const" in part:
        return f'"{part["const"]}"'
    if "enum" in part:
        return " or ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in part["enum"])
    if part.get("type") == "object":
        members = ", ".join(
            f'"{name}": {_shape(schema, of)}' for name, of in part.get("properties", {}).items()
        )
        return "{" + members + "}"
    return str(part.get("type", "anything"))
