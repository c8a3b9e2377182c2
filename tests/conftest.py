"""What all tests share."""

from __future__ import annotations

import os

# Before anything imports numpy: beside other workers, its own threads would only wait for each other.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

from hypothesis import HealthCheck, settings  # noqa: E402 -- see above

# A slow or busy machine is no reason to fail.
settings.register_profile("parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parlour")
