"""Every Operate phase of a game record held against the best, one after another."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from api.schemas.describing import Document
from api.theme_park.review_answers import review_document
from api.theme_park.schemas.answers.game_reviews import (
    GameReview,
    GameReviewAnswer,
    GameReviewProgress,
    GameReviewProgressAnswer,
    Losses,
    PhaseReview,
    ReviewedPhase,
)
from models.theme_park.game.parks import OperatedPark, games_of, operate_phases
from models.theme_park.game.validate import GameRecord, GameVerdict, check_game
from models.theme_park.game.variant import Step
from solver.runtime.not_solved import NotSolvedYet
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.result import Status
from solver.theme_park.operate.review.elsewhere import Elsewhere
from solver.theme_park.operate.review.records import Memory, ReviewProgress
from solver.theme_park.operate.review.review import review
from solver.theme_park.operate.settings import Settings

BOUNDS = ("lost_at_least", "lost_at_most")


@dataclass(frozen=True, slots=True)
class GamePhases:
    """A record as far as it is legal, with its Operate phases."""

    verdict: GameVerdict
    phases: tuple[OperatedPark, ...]

    @classmethod
    def of(cls, record: GameRecord) -> "GamePhases":
        """Judges ``record``, and gives the phases up to its first illegal event."""
        verdict = check_game(record)
        games = games_of(record)[: verdict.played + 1]
        return cls(verdict, operate_phases(record, games))

    @property
    def states(self) -> int:
        """States that all their moves come through."""
        return sum(len(each.moves) + 1 for each in self.phases)

    def complete(self, phase: OperatedPark) -> bool:
        """Whether the player stopped after these moves; not while the round is still operated in."""
        reached = self.verdict.reached
        return phase.round < reached.round or reached.step is not Step.OPERATE


class GameReviewing:
    """A review in the making; ``found``: documents of phases that were reviewed before."""

    def __init__(
        self,
        record: GameRecord,
        settings: Settings,
        total: float,
        found: Mapping[tuple[int, str], Document],
        *,
        news: Callable[[Document, Document | None], None],
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        """Nothing is begun; ``news`` gets how far it is, and the answer so far where that is new."""
        self._game, self._settings, self._news, self._cancelled = GamePhases.of(record), settings, news, cancelled
        self._began = time.monotonic()
        self._ends = self._began + total
        phases = self._game.phases
        self._reviews: dict[int, Document] = {
            number: found[key] for number, each in enumerate(phases) if (key := (each.round, str(each.player))) in found
        }
        self.stopped = False

    @property
    def legal(self) -> bool:
        """Whether every event of the record is legal."""
        return self._game.verdict.legal

    def search(self, child: WarmProcess, memory: Memory | None = None, elsewhere: Elsewhere | None = None) -> None:
        """Review what is not reviewed yet, each phase in its share of the time that is left; Ctrl-C ends it as ``cancelled`` does."""
        try:
            self._search(child, memory, elsewhere)
        except KeyboardInterrupt:
            self.stopped = True

    def _search(self, child: WarmProcess, memory: Memory | None, elsewhere: Elsewhere | None) -> None:
        for number, phase in enumerate(self._game.phases):
            if number in self._reviews:
                continue
            self._tell(number, 0)
            self._review(number, phase, child, memory, elsewhere)
            if self.stopped:
                return
            self._tell(number, 0, self.document())

    def _review(
        self,
        number: int,
        phase: OperatedPark,
        child: WarmProcess,
        memory: Memory | None,
        elsewhere: Elsewhere | None,
    ) -> None:
        ahead = [each for at, each in enumerate(self._game.phases) if at not in self._reviews]
        share = (len(phase.moves) + 1) / sum(len(each.moves) + 1 for each in ahead)

        def hear(news: ReviewProgress) -> None:
            self._tell(number, news.searched)

        try:
            told = review(
                phase.position,
                phase.moves,
                self._settings,
                complete=self._game.complete(phase),
                total=max(0.0, self._ends - time.monotonic()) * share,
                memory=memory,
                on_progress=hear,
                cancelled=self._cancelled,
                child=child,
                elsewhere=elsewhere,
            )
        except NotSolvedYet as refused:
            self._reviews[number] = ReviewedPhase.write(PhaseReview(phase, None, str(refused)))
        else:
            self._reviews[number] = ReviewedPhase.write(PhaseReview(phase, review_document(told), None))
            self.stopped = told.stopped

    def _tell(self, number: int, searched: int, answer: Document | None = None) -> None:
        phases = self._game.phases
        before = sum(len(phases[at].moves) + 1 for at in self._reviews)
        progress = GameReviewProgress(
            searched=before + (0 if number in self._reviews else searched),
            states=self._game.states,
            reviewed=len(self._reviews),
            phases=len(phases),
            round=phases[number].round,
            player=str(phases[number].player),
            seconds=time.monotonic() - self._began,
        )
        self._news(GameReviewProgressAnswer.write(progress), answer)

    def document(self) -> Document:
        """The answer as far as it is known."""
        phases = [self._reviews[number] for number in sorted(self._reviews)]
        reviews = [each["review"] for each in phases if each["review"] is not None]
        whole = len(reviews) == len(self._game.phases) and not self.stopped
        proven = whole and all(each["status"] == "optimal" for each in reviews)
        return GameReviewAnswer.write(
            GameReview(
                status=Status.CANCELLED if self.stopped else Status.OPTIMAL if proven else Status.FEASIBLE,
                verdict=self._game.verdict,
                players=lost_by_player(phases),
                phases=phases,
                searched=sum(each["searched"] for each in reviews),
                states=self._game.states,
                seconds=time.monotonic() - self._began,
            )
        )


def reviewed_before(answer: Document | None) -> dict[tuple[int, str], Document]:
    """The phases that an earlier search of the same job had done, by round and player."""
    phases = () if answer is None else answer["phases"]
    done = (each for each in phases if each["review"] is None or each["review"]["status"] != "cancelled")
    return {(each["round"], each["player"]): each for each in done}


def lost_by_player(phases: Sequence[Document]) -> list[Losses]:
    """What each player lost in the phases that were reviewed."""
    by_player = defaultdict[str, list[Document]](list)
    for each in phases:
        if each["review"] is not None:
            by_player[each["player"]].append(each["review"])
    told = []
    for player, reviews in by_player.items():
        least, most = (sum((Fraction(each[name]) for each in reviews), Fraction()) for name in BOUNDS)
        told.append(Losses(player, len(reviews), sum(each["stars"] for each in reviews), least, most))
    return told
