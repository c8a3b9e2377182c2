"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A slow or busy machine is no reason to fail.
settings.register_profile("parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parlour")
