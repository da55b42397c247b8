/** Starts the video element, without sound where the browser forbids that. */
import { applySound } from './sound.ts'
import type { PlayerContext } from './state.ts'

export async function startVideo(player: PlayerContext): Promise<void> {
  const { video, state } = player
  const { load } = state
  state.isHeld = false
  try {
    await video.play()
  } catch (error) {
    if (load !== state.load || !(error instanceof Error) || error.name !== 'NotAllowedError') return
    // Browsers allow sound only after a key press on the page itself.
    state.isBlocked = true
    applySound(player)
    await video.play().catch(() => {
      // Only a key on the TV starts it.
      if (load === state.load) state.isHeld = true
    })
  }
}
