"""The common parts of all resources of the API: how they read requests, describe their answers, and
refuse."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final, TypeVar

from flask import (
    Request,
    Response,
    abort,
    after_this_request,
    current_app,
    jsonify,
    request,
    url_for,
)
from flask_smorest import Blueprint
from marshmallow import Schema, ValidationError
from webargs.core import is_json
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException, PreconditionFailed

from archive.web.errors import MEDIA_TYPE
from archive.web.language import _
from archive.web.responses import READING, has_condition, require_match
from archive.web.text_received import no_text_in
from archive.web.verdict_sentences import kept_texts_told
from schemas.fields.strict import OfRevisionSchema
from schemas.problems import ProblemSchema

F = TypeVar("F", bound=Callable[..., Any])

SAID: Final = {
    400: "The request could not be read.",
    401: "The request does not say who is asking, or the token is worth nothing.",
    403: "You may not do that.",
    404: "There is no such thing, or you may not see it.",
    409: "It is not in a state in which that can be done.",
    412: "It has been changed since: `If-Match` names an older one.",
    413: "That is too large.",
    415: "That kind of content is not taken here.",
    422: "Something in the request is missing or wrong; `errors` points to it.",
    429: "Too many requests from one address; `Retry-After` says when to come back.",
    503: "Too much to do just now; `Retry-After` says when to come back.",
}


BEARER: Final = "bearer"
RECORDS: Final = ("a", "b")
"""The keys of a body that have records as text: the two sheets of a comparison."""


class Parser(FlaskParser):
    """A parser that refuses a body of another type than JSON, and does not read it as an empty
    one."""

    def load_querystring(self, req: Request, schema: Any) -> Any:
        """Return the parameters of the address, checked. One that is empty, as of a form that was
        sent with a field left empty, is as good as none."""
        if found := no_text_in(req.args):
            raise ValidationError(found)
        given = [
            (key, one) for key, one in req.args.items(multi=True) if one or key not in schema.fields
        ]
        return self._makeproxy(MultiDict(given), schema)

    def load_json(self, req: Request, schema: Any) -> Any:
        """Return the JSON of the body, checked."""
        if not is_json(req.mimetype):
            abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, _("Send application/json."))
        try:
            said = super().load_json(req, schema)
            found = no_text_in(said, RECORDS) if isinstance(said, dict | list) else {}
        except RecursionError:
            abort(HTTPStatus.BAD_REQUEST, _("This JSON is nested too deeply to be read."))
        except ValueError:  # json refuses whole numbers of thousands of digits like this
            abort(HTTPStatus.BAD_REQUEST, _("A number in this JSON is too long to be read."))
        if found:
            raise ValidationError(found)
        return said


class Resource(Blueprint):  # type: ignore[misc]
    """A blueprint of the API."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before_request(_nothing_changed)

    @staticmethod
    def _prepare_response_content(data: Any) -> Any:
        return kept_texts_told(data)

    def of_a_revision(self, view: F) -> F:
        """Let an operation on a game take a revision that is not the latest; `lookup.game_or_404`
        finds it."""

        @self.arguments(OfRevisionSchema, location="query")
        @wraps(view)
        def asked(_said: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
            return view(*args, **kwargs)

        described: F = asked
        return described

    def route(self, rule: str, *, name: str, **options: Any) -> Callable[[F], F]:
        """Put an operation at an address, with the name that it has in programs made from the
        description."""

        def put(view: F) -> F:
            named: F = self.doc(operationId=name)(view)
            super(Resource, self).route(rule, **options)(named)
            return named

        return put

    def answers(
        self, schema: Any, *refused: int, status: int = HTTPStatus.OK, query: Any = None,
        json: Any = None, by: str = "",
    ) -> Callable[[F], F]:  # fmt: skip
        """Describe an answer in JSON, and check the address and the body by their schemas;
        `refused` and `by` as in `refuses`."""
        return self._described(self.response(status, schema), refused, query, json, by)

    def gives(
        self, content_type: str, description: str, *refused: int, query: Any = None, by: str = ""
    ) -> Callable[[F], F]:
        """Describe an answer that is no JSON document; the arguments as in `answers`."""
        answer = self.alt_response(
            HTTPStatus.OK,
            schema={"type": "string"},
            content_type=content_type,
            description=description,
            success=True,
        )
        return self._described(answer, refused, query, None, by)

    def refuses(self, *statuses: int, by: str = "") -> Callable[[F], F]:
        """Describe the errors of an operation. `by` says how the actor is known: `bearer` is a
        token, which may be invalid or insufficient."""

        def describe(view: F) -> F:
            if by:
                view = self.doc(security=[{by: []}])(view)
            for status in (401, 403, *statuses) if by == BEARER else statuses:
                view = self.alt_response(
                    status,
                    schema=ProblemSchema,
                    content_type=MEDIA_TYPE,
                    description=SAID[status],
                )(view)
            return view

        return describe

    def _described(
        self, answer: Callable[[F], F], refused: tuple[int, ...], query: Any, json: Any, by: str
    ) -> Callable[[F], F]:
        def describe(view: F) -> F:
            view = answer(self.refuses(*refused, by=by)(view))
            if json is not None:
                view = self.arguments(json)(view)
            if query is not None:
                view = self.arguments(query, location="query")(view)
            return view

        return describe


def _nothing_changed() -> None:
    """Check `If-Match` before every change against what reading the same address answers now; an
    operation that may answer 412 checks it itself."""
    view = current_app.view_functions[request.endpoint or ""]
    if request.method in READING or not has_condition() or answers(view, 412):
        return
    try:
        endpoint, said = current_app.create_url_adapter(request).match(method="GET")  # type: ignore[union-attr]
    except HTTPException:
        raise PreconditionFailed(
            _("Nothing can be read at this address, so it has no ETag that could be named.")
        ) from None
    read: Any = current_app.view_functions[endpoint](**said)
    require_match(current_app.make_response(read).get_data())


def answers(view: Callable[..., Any], status: int) -> bool:
    """Return whether an operation itself is described to answer with a status."""
    return status in getattr(view, "_apidoc", {}).get("response", {}).get("responses", {})


def following(**changed: Any) -> str:
    """Return the address of the next page of a list, which a header of the answer names too: that
    of this page, with some parameters changed."""
    asked = {**request.args, **(request.view_args or {}), **changed}
    address = url_for(request.endpoint or "", **asked, _external=True)

    @after_this_request
    def name_it(response: Response) -> Response:
        response.headers.add("Link", f'<{address}>; rel="next"')
        return response

    return address


def go_on(stretch: dict[str, Any], last: int) -> None:
    """Add a link to the next part of something that goes on to `last`, where this one ends
    before."""
    first = stretch["first"] + stretch["limit"]
    if first <= last:
        following(first=first, limit=stretch["limit"])


def match(schema: type[Schema], value: Any) -> None:
    """Check `If-Match`, where it was sent, against what reading this answers now."""
    require_match(jsonify(schema().dump(value)).get_data())
