"""A drawn map as a networkx graph: what a game's view shows as tiles or places, and which of them touch."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import networkx as nx


def graph_of(data: Mapping[str, Any]) -> Any:
    """Return the graph of a map's data, or of a drawn graph's data.

    Tiles are nodes by their names (E1 N2) with `label`, `state` and `cell`, and an edge joins two that share a side.
    Places are nodes by their ids with everything that is drawn on them, and their edges are those of the drawing.
    """
    graph = nx.Graph()
    if "tiles" in data:
        for tile in data["tiles"]:
            graph.add_node(tile["name"], label=tile["label"], state=tile.get("state", ""), cell=tuple(tile["cell"]))
        for a, b in combinations(data["tiles"], 2):
            if sum(abs(x - y) for x, y in zip(a["cell"], b["cell"], strict=True)) == 1:
                graph.add_edge(a["name"], b["name"])
        return graph
    for node in data["nodes"]:
        graph.add_node(node["id"], **{key: value for key, value in node.items() if key != "id"})
    graph.add_edges_from((edge["from"], edge["to"]) for edge in data["edges"])
    return graph
