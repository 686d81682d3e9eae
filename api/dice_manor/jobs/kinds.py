"""The jobs of Dice Manor by kind."""

from api.dice_manor.jobs.bodies import BODIES, requested
from api.dice_manor.jobs.described import ManorProgressAnswer
from api.dice_manor.jobs.requests import JobKind, stored_solve_request
from api.dice_manor.schemas.answers.bids import ManorBidAnswer
from api.dice_manor.schemas.answers.layouts import ManorLayoutsAnswer
from api.dice_manor.schemas.answers.openings import ManorOpeningAnswer
from api.jobs.kinds import GameJobs, KindOfJob
from api.jobs.task_run import TaskRun

JOBS = GameJobs(
    kinds={JobKind.SOLVE.value: KindOfJob(stored_solve_request, TaskRun)},
    requested=requested,
    bodies=tuple(BODIES.values()),
    progress=(ManorProgressAnswer,),
    answers=(ManorOpeningAnswer, ManorBidAnswer, ManorLayoutsAnswer),
    preload=("api.dice_manor.jobs.worker",),
)
