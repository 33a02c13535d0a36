"""Collections of one's own: what is typed for one is not lost."""

from .people import House, token_of


def test_what_was_typed_for_a_collection_that_is_refused_is_still_there(house: House) -> None:
    client = house.client("owner")
    own = f"/c/{house.things['public'].collection}"
    typed = {"title": " ", "about": "Thursdays, <all> of them.", "visibility": "public"}
    for page in ("/collections", own):
        answer = client.post(page, data={**typed, "csrf_token": token_of(client, page)})
        assert answer.status_code == 422, page
        assert "Thursdays, &lt;all&gt; of them.</textarea>" in answer.text
        assert '<option value="public" selected>' in answer.text
    assert "Thursdays" not in client.get(own).text
