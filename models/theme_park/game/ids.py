"""Ids that a game record uses."""

from typing import NewType

PlayerId = NewType("PlayerId", str)
MonorailId = NewType("MonorailId", str)
ObjectiveId = NewType("ObjectiveId", str)
GoalId = NewType("GoalId", str)
BoardId = NewType("BoardId", str)
SoloCardId = NewType("SoloCardId", str)
