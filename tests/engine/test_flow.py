"""The turn structure as a graph: what a broken file says, calls and returns, ways and last steps."""

import networkx as nx
import pytest

from tutor.engine.files import BadInput
from tutor.engine.flow import load_flow

SMALL = """
game = "small"
[[group]]
id = "turn"
label = "Turn"
[[group]]
id = "act"
label = "Act"
within = "turn"
[[group]]
id = "fight"
label = "Fight"
called = true
[[node]]
id = "begin"
label = "Begin"
kind = "start"
group = "turn"
[[node]]
id = "act"
label = "Choose an act"
kind = "decision"
group = "act"
rules = ["turn/act"]
[[node]]
id = "fight"
label = "Fight it out"
kind = "chance"
group = "fight"
[[node]]
id = "after"
label = "After the fight"
kind = "event"
group = "act"
[[node]]
id = "rest"
label = "Rest after a counterstrike"
short = "Rest"
kind = "event"
group = "fight"
[[edge]]
from = "begin"
to = "act"
[[edge]]
from = "act"
to = "fight"
kind = "call"
[[edge]]
from = "act"
to = "after"
label = "one reason"
[[edge]]
from = "act"
to = "after"
label = "another"
[[edge]]
from = "fight"
to = "rest"
label = "counterstrike"
kind = "call"
[[edge]]
from = "fight"
to = "after"
label = "of the turn"
kind = "return"
[[edge]]
from = "rest"
to = "after"
kind = "return"
[[edge]]
from = "after"
to = "begin"
"""


def flow_from(tmp_path, text):
    path = tmp_path / "flow.toml"
    path.write_text(text, encoding="utf-8")
    return load_flow(path)


def test_a_flow_is_a_networkx_graph_with_its_conditions(tmp_path):
    flow = flow_from(tmp_path, SMALL)
    assert isinstance(flow.graph, nx.DiGraph)
    assert flow.start == "begin"
    assert flow.edge("act", "after").label == "one reason; or another"
    assert [node.id for node in flow.nodes_of_rule("turn/act")] == ["act"]
    assert nx.has_path(flow.graph, "begin", "rest")


def test_groups_have_a_quotient_with_counts(tmp_path):
    quotient = flow_from(tmp_path, SMALL).quotient()
    assert quotient.edges["act", "fight"] == {"count": 1, "kinds": {"call"}}
    assert quotient.edges["fight", "act"] == {"count": 2, "kinds": {"return"}}


def test_a_walk_opens_and_closes_calls(tmp_path):
    flow = flow_from(tmp_path, SMALL)
    assert flow.calls(["begin"]) == ("turn",)
    assert flow.calls(["begin", "act", "fight"]) == ("turn", "act", "fight")
    assert flow.calls(["begin", "act", "fight", "after"]) == ("turn", "act")
    assert flow.calls(["begin", "act", "fight", "after", "begin"]) == ("turn",)


def test_the_members_of_a_group_are_its_own_nodes_in_order(tmp_path):
    flow = flow_from(tmp_path, SMALL)
    assert [node.id for node in flow.members("act")] == ["act", "after"]
    assert [node.id for node in flow.members("turn")] == ["begin"]
    assert [node.id for node in flow.nodes_of_rule("turn/act")] == ["act"]


def test_the_last_steps_come_from_the_walk_and_a_false_walk_is_refused(tmp_path):
    flow = flow_from(tmp_path, SMALL)
    steps = flow.last_steps(["begin", "act", "fight", "after"], 2)
    assert [(step.start, step.end) for step in steps] == [("act", "fight"), ("fight", "after")]
    with pytest.raises(BadInput, match='"begin" -> "fight"'):
        flow.last_steps(["begin", "fight"])


def test_a_way_returns_only_to_its_caller(tmp_path):
    flow = flow_from(tmp_path, SMALL)
    way = flow.way("begin", "after")
    assert [edge.end for edge in way] == ["act", "after"]
    assert flow.way("fight", "begin", ("turn", "act", "fight"))[0].kind == "return"
    assert flow.way("fight", "begin", ("fight",)) is None


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('kind = "chance"', 'kind = "luck"', 'node "fight": expected kind as one of'),
        ('short = "Rest"', f'short = "{"x" * 30}"', 'node "rest": expected short of at most 24'),
        ('to = "rest"', 'to = "bed"', 'edge "fight" -> "bed": expected both ends to be known'),
        ('id = "rest"', 'id = "after"', 'node "after": expected each id once'),
        ('within = "turn"', 'within = "town"', 'group "act": expected within to name'),
        ('label = "Begin"', "label = 3", 'node "begin": expected label as text; found 3'),
        ('kind = "start"', 'kind = "event"', "exactly one of kind 'start'"),
        ('group = "fight"', 'group = "brawl"', 'group "brawl": expected a'),
        ('kind = "call"', 'kind = "phone"', "kind as call or return"),
        ('game = "small"', "game = ", "not valid TOML"),
    ],
)
def test_a_broken_file_names_file_entry_and_expectation(tmp_path, old, new, says):
    assert old in SMALL
    with pytest.raises(BadInput) as error:
        flow_from(tmp_path, SMALL.replace(old, new, 1))
    assert str(error.value).startswith(f"{tmp_path / 'flow.toml'}: ")
    assert says in str(error.value)
