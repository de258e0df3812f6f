"""`rules-tutor serve`: the pages, for one learner or a class."""

from pathlib import Path
from typing import Annotated, Any

import typer


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines connect.")] = "localhost",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 chooses a free one.")] = 8866,
    kernels: Annotated[int, typer.Option(help="How many seats there are; each open page takes one.")] = 20,
    idle: Annotated[
        float, typer.Option(help="Minutes of inactivity after which the kernel of a page is shut down.")
    ] = 30,
    base_url: Annotated[str, typer.Option(help="URL path under which a proxy serves the tutor.")] = "/",
    preheat: Annotated[
        int | None, typer.Option(help="Kernels kept ready for each page; by default, 1 on Windows and none elsewhere.")
    ] = None,
    share: Annotated[float, typer.Option(help="Fraction of the seats that one network address may take.")] = 1,
    memory: Annotated[int, typer.Option(help="Megabytes of memory that the kernel of one page may use.")] = 512,
    press: Annotated[float, typer.Option(help="Seconds that a kernel may take to respond to one press.")] = 20,
    proxied: Annotated[
        bool, typer.Option(help="Take the visitors’ addresses from the headers that a proxy sets.")
    ] = False,
    drain: Annotated[float, typer.Option(help="Minutes that connected visitors may stay after SIGTERM.")] = 1,
    name: Annotated[
        list[str] | None, typer.Option(help="Host name under which a proxy serves the tutor; repeatable.")
    ] = None,
    cards: Annotated[
        list[str] | None, typer.Option(help="GAME=DIR: a card set of your own to offer for a game; repeatable.")
    ] = None,
    pages: Annotated[Path | None, typer.Option(help="Folder of your own pages to show beside ours.")] = None,
    notebooks: Annotated[Path | None, typer.Option(help="Folder of notebooks to serve instead of ours.")] = None,
) -> None:
    """Serve the pages until you press Ctrl-C."""
    from tutor.commands.own import offer_cards
    from tutor.lessons.own_pages import offer_pages
    from tutor.serving.server import PortTakenError
    from tutor.serving.server import serve as serve_pages
    from tutor.serving.settings import Settings

    offer_cards(cards or ())
    if pages is not None:
        offer_pages(pages)
    chosen: dict[str, Any] = {"folder": notebooks, "preheat": preheat}
    try:
        settings = Settings(
            **{name: choice for name, choice in chosen.items() if choice is not None},
            host=host,
            port=port,
            kernels=kernels,
            idle_minutes=idle,
            base_url=base_url,
            share=share,
            memory=memory,
            press_seconds=press,
            proxied=proxied,
            drain_minutes=drain,
            names=tuple(name or ()),
        )
        serve_pages(settings)
    except PortTakenError as error:
        raise ValueError(f"{error}; --port chooses another, as in: make run PORT={port + 1}") from None
