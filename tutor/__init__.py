"""An interactive rules tutor for five alien-themed tabletop games."""

import os

if os.environ.get("RULES_TUTOR_COMPILED") == "yes":  # this process plays for one that uses the compiled twin
    from tutor.compiled import use

    use()
