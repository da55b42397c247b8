/** Plays on a screen that may be offline: the play is pending until the screen connects. */
import { requestOf, type KnownScreen, type PendingPlay, type PlayRequest } from './session/pending-play.ts'
import { pickScreen, portOf, pushView, type PlayerState } from './player-state.ts'
import { startSession } from './start-session.ts'
import { startedWithinMs } from './session/step.ts'

/** Plays on the target screen; if it is admitted but offline, stores a pending play and waits a while for it to start. */
export async function playOn(player: PlayerState, target: string, request: PlayRequest): Promise<void> {
  const screen = target === '' || portOf(player, target) ? undefined : player.screenOf(target)
  if (screen) return waitForScreen(player, screen, request)
  const port = pickScreen(player, target)
  player.pending.take(port.screen_id)
  await startSession(player, port, request)
}

function waitForScreen({ pending, later }: PlayerState, screen: KnownScreen, request: PlayRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = later(startedWithinMs, resolve)
    const began = (playing: Promise<unknown>) => void playing.then(() => resolve(), reject).finally(stop)
    pending.put({ screen, request, began })
  })
}

/** The screen connected: starts the pending play, unless it was dropped or the screen disconnected while its file was looked up. */
export async function startPending(player: PlayerState, waiting: PendingPlay): Promise<void> {
  const { pending, files } = player
  const { screen_id } = waiting.screen
  const isWanted = () => pending.of(screen_id) === waiting
  const film = await files.again(waiting.request.file).catch((error: unknown) => {
    if (isWanted()) pending.drop(screen_id)
    throw error
  })
  const port = portOf(player, screen_id)
  if (!port || !isWanted()) return
  pending.take(screen_id)
  await startSession(player, port, { ...waiting.request, ...film })
}

/** Restores the pending plays after a restart whose film still exists. */
export function restorePending(player: PlayerState): Promise<void> {
  const { pending, screenOf, files } = player
  return pending.open({
    async bring(row) {
      const screen = screenOf(row.screen_id)
      const film = screen && (await files.filmOf({ id: row.file_id, path: row.path }))
      return screen && film && { screen, request: requestOf(row, film) }
    },
    onChange: (screen_id) => pushView(player, screen_id),
  })
}
