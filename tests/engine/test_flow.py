"""The turn structure as a graph: errors in files, calls and returns, ways and last steps."""

import networkx as nx
import pytest

from tutor.engine.book.files import BadInput
from tutor.engine.book.flow import Edge, Flow, Group, Loop, Node, Side, load_flow

SMALL = """
game = "small"
title = "Small"
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
short = "Begin"
kind = "start"
group = "turn"
[[node]]
id = "act"
label = "Choose an act"
short = "Act"
kind = "decision"
group = "act"
rules = ["turn/act"]
[[node]]
id = "fight"
label = "Fight it out"
short = "Fight"
kind = "chance"
group = "fight"
[[node]]
id = "after"
label = "After the fight"
short = "After"
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
    assert {id: kept["node"] for id, kept in flow.graph.nodes.items()} == flow.nodes
    assert flow.edge("act", "after").label == "one reason; or another"
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


def test_the_last_steps_come_from_the_walk_since_it_last_jumped(tmp_path):
    flow = flow_from(tmp_path, SMALL)
    steps = flow.last_steps(["begin", "act", "fight", "after"], 2)
    assert [(step.start, step.end) for step in steps] == [("act", "fight"), ("fight", "after")]
    assert flow.last_steps(["begin", "fight"], 5) == []
    steps = flow.last_steps(["begin", "act", "rest", "act", "fight"], 5)
    assert [(step.start, step.end) for step in steps] == [("act", "fight")]


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
        ('label = "Begin"', "label = 3", "node[0].label: expected a text, got 3"),
        ('kind = "start"', 'kind = "event"', "exactly one of the kind “start”"),
        ('group = "fight"', 'group = "brawl"', 'group "brawl": expected a'),
        ('kind = "call"', 'kind = "phone"', "kind as call or return"),
        ('game = "small"', "game = ", "not valid TOML"),
        ('within = "turn"', 'within = "act"', 'group "act": expected within to name a group of the main line'),
        ("called = true", 'called = true\n[[group]]\nid = "x"\nlabel = "X"', 'group "x": expected at least one node'),
        ('label = "another"', 'label = "another"\nkind = "call"', "expected one kind for all its labels"),
        ('rules = ["turn/act"]', 'rules = "turn/act"', 'node[1].rules: expected a list, got "turn/act"'),
        ('rules = ["turn/act"]', "rules = [1]", "node[1].rules[0]: expected a text, got 1"),
        ('rules = ["turn/act"]', 'rule = ["turn/act"]', "node[1]: unknown key rule; known keys are"),
        ('short = "Begin"\n', "", "node[0].short: expected “short”, which is missing"),
        ('id = "act"\nlabel = "Act"', 'id = "turn"\nlabel = "Act"', 'group "turn": expected each id once'),
        ('game = "small"', 'game = "small"\nloop = 3', "loop: expected a list, got 3"),
        ('game = "small"', 'game = "small"\nloop = [3]', "loop[0]: expected a table, got 3"),
    ],
)
def test_a_broken_file_names_file_entry_and_expectation(tmp_path, old, new, says):
    assert old in SMALL
    with pytest.raises(BadInput) as error:
        flow_from(tmp_path, SMALL.replace(old, new, 1))
    assert str(error.value).startswith(f"{tmp_path / 'flow.toml'}: ")
    assert says in str(error.value)


def test_a_short_text_of_the_greatest_length_is_taken_and_a_longer_one_is_not(tmp_path):
    flow = flow_from(tmp_path, SMALL.replace('short = "Rest"', f'short = "{"x" * 24}"'))
    assert flow.nodes["rest"].short == "x" * 24
    with pytest.raises(BadInput, match="short of at most 24 characters; found 25"):
        flow_from(tmp_path, SMALL.replace('short = "Rest"', f'short = "{"x" * 25}"'))


def test_a_way_goes_eight_calls_deep_and_no_deeper():
    nodes = [Node(f"n{n}", "N", "N", "start" if n == 0 else "event", f"g{n}") for n in range(10)]
    edges = [Edge(f"n{n}", f"n{n + 1}", ("",), "call") for n in range(9)]
    flow = Flow("deep", "Deep", nodes, edges, [Group(f"g{n}", "G") for n in range(10)])
    assert len(flow.way("n0", "n7")) == 7
    assert flow.way("n0", "n8") is None


def test_a_return_needs_a_caller_that_is_open(tmp_path):
    flow = flow_from(tmp_path, SMALL)
    assert flow.way("fight", "after", ("act", "fight"))[-1].kind == "return"
    assert flow.way("fight", "after", ("fight",)) is None


def test_a_walk_that_leaps_opens_the_group_in_which_it_lands(tmp_path):
    flow = flow_from(tmp_path, SMALL)
    assert flow.calls(["begin", "rest"]) == ("turn", "fight")
    assert flow.calls(["rest"]) == ("fight",)


def test_loops_and_sides_are_read_and_groups_stand_on_the_main_line_unless_said(tmp_path):
    more = '[[loop]]\nfrom = "act"\nto = "turn"\nlabel = "next"\n[[side]]\nlabel = "All"\nwho = ["Ada", "Ben"]\n'
    flow = flow_from(tmp_path, SMALL + more)
    assert flow.loops == (Loop("act", "turn", "next"),)
    assert flow.sides == (Side("All", ("Ada", "Ben")),)
    assert [group.called for group in flow.groups.values()] == [False, False, True]
    assert Group("a", "A") == Group("a", "A", "", False)
    assert (flow.title, flow.nodes["begin"].who) == ("Small", "")
    with pytest.raises(BadInput, match='loop "act" -> "town": expected both ends to be known; "town" is not'):
        flow_from(tmp_path, SMALL + more.replace('"turn"', '"town"'))


def test_groups_that_are_not_described_are_named_after_their_ids(tmp_path):
    start = SMALL.index("[[group]]")
    flow = flow_from(tmp_path, SMALL[:start] + SMALL[SMALL.index("[[node]]") :].replace('"turn"', '"a-turn"'))
    assert [group.label for group in flow.groups.values()] == ["A turn", "Act", "Fight"]


def test_ways_on_and_in_are_in_the_order_of_the_file(tmp_path):
    flow = flow_from(tmp_path, SMALL)
    assert [edge.end for edge in flow.ways_on("act")] == ["fight", "after"]
    assert [edge.start for edge in flow.ways_in("after")] == ["act", "fight", "rest"]


def small_flow(edges, **groups):
    """Return a flow with one node per group, which has the group's name in capitals."""
    nodes = [Node(group.upper(), "N", "N", "event", group) for group in groups]
    nodes.append(Node("BEGIN", "N", "N", "start", next(iter(groups))))
    ways = [Edge(start, end, ("",), kind) for start, end, kind in edges]
    return Flow("small", "Small", nodes, ways, [Group(id, id, **parts) for id, parts in groups.items()])


def test_a_call_opens_a_group_again_and_a_return_closes_it():
    flow = small_flow(
        [("ACT", "FIGHT", "call"), ("FIGHT", "ACT", "call"), ("FIGHT", "ASIDE", "return"), ("ACT", "ASIDE", "")],
        act={},
        fight={"called": True},
        aside={"called": True},
    )
    assert flow.calls(["ACT", "FIGHT", "ACT"]) == ("act", "fight", "act")
    assert flow.calls(["ACT", "FIGHT", "ACT", "BEGIN"]) == ("act", "fight", "act"), "a walk within a call stays in it"
    assert flow.calls(["ACT", "FIGHT", "ACT", "FIGHT", "BEGIN"]) == ("act", "fight", "act"), "the innermost is meant"
    assert flow.calls(["ACT", "FIGHT", "ACT", "FIGHT", "ASIDE"]) == ("act", "fight", "act", "aside")
    assert flow.calls(["ACT", "FIGHT", "ASIDE"]) == ("act", "aside")
    assert flow.calls(["ACT", "ASIDE"]) == ("act", "aside")


def test_a_return_leads_into_the_callers_group_or_one_beside_it():
    flow = small_flow(
        [("FIGHT", "ROUND", "return"), ("FIGHT", "ACT", "return"), ("FIGHT", "REST", "return")],
        turn={},
        act={"within": "turn"},
        rest={"within": "turn"},
        round={},
        fight={"called": True},
    )
    assert flow.way("FIGHT", "ACT", ("act", "fight"))
    assert flow.way("FIGHT", "REST", ("act", "fight"))
    assert flow.way("FIGHT", "ROUND", ("act", "fight")) is None
    assert flow.way("FIGHT", "ROUND", ("turn", "fight")) is None


def test_a_node_without_a_way_is_in_the_graph_too():
    assert set(small_flow([], act={}, rest={}).graph) == {"BEGIN", "ACT", "REST"}
