"""The jobs of Theme Park by kind."""

from api.jobs.kinds import GameJobs, KindOfJob
from api.theme_park.jobs.bodies import GameReviewJobSchema, JobRequestSchema, requested
from api.theme_park.jobs.described import ProgressAnswer, ReviewProgressAnswer, WhatIfProgressAnswer
from api.theme_park.jobs.requests import (
    JobKind,
    stored_game_review_request,
    stored_review_request,
    stored_solve_request,
    stored_what_if_request,
)
from api.theme_park.jobs.runs import GameReviewRun, ReviewRun, SolveRun, WhatIfRun
from api.theme_park.schemas.answers.game_reviews import GameReviewAnswer, GameReviewProgressAnswer
from api.theme_park.schemas.answers.reviews import ReviewAnswer
from api.theme_park.schemas.answers.searches import SolveAnswer, WhatIfAnswer
from solver.theme_park.operate.search_pool import compile_in
from solver.theme_park.operate.search_process import PRELOAD

JOBS = GameJobs(
    kinds={
        JobKind.SOLVE.value: KindOfJob(stored_solve_request, SolveRun),
        JobKind.REVIEW.value: KindOfJob(stored_review_request, ReviewRun),
        JobKind.WHAT_IF.value: KindOfJob(stored_what_if_request, WhatIfRun),
        JobKind.GAME_REVIEW.value: KindOfJob(stored_game_review_request, GameReviewRun),
    },
    requested=requested,
    bodies=(JobRequestSchema, GameReviewJobSchema),
    progress=(ProgressAnswer, ReviewProgressAnswer, WhatIfProgressAnswer, GameReviewProgressAnswer),
    answers=(SolveAnswer, ReviewAnswer, WhatIfAnswer, GameReviewAnswer),
    preload=PRELOAD,
    prepare=compile_in,
)
