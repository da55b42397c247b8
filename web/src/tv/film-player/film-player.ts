/** Controls the page's video element as the station commands, and reports its state: at each change, and every 5 s while it plays. */
import { exit, pause, resume, seek, setSpeed } from './commands.ts'
import { createNightSound } from './night-sound.ts'
import { currentPoint, isBetweenParts, nowPlaying } from './readings.ts'
import { report } from './report.ts'
import { applySound, changeVolume, unblockSound, type VolumeChange } from './sound.ts'
import { endPlayback, loadSource } from './source.ts'
import { newPlayerState, type FilmPlayerDeps, type Load, type PlayerContext } from './state.ts'
import { listenToVideo, resumeBroken } from './video-events.ts'

export type FilmPlayer = ReturnType<typeof createFilmPlayer>

export function createFilmPlayer(deps: FilmPlayerDeps) {
  const state = newPlayerState(deps.keptSound.get())
  const { video, openAudio, later } = deps
  const onChange = () => {
    applySound(player)
    report(player)
  }
  const player: PlayerContext = { ...deps, state, night: createNightSound({ video, openAudio, later, onChange }) }
  listenToVideo(player)

  return {
    isOn: () => state.load !== null,
    isBetweenParts: () => isBetweenParts(player),
    hasSound: () => !state.isBlocked,
    playing: () => nowPlaying(player),
    resumeBroken: () => resumeBroken(player),
    load: (load: Load) => loadSource(player, load),
    pause: (seq?: number) => pause(player, seq),
    resume: (seq?: number) => resume(player, seq),
    seek: (point: number, seq?: number) => seek(player, point, seq),
    speed: (speed: number, seq?: number) => setSpeed(player, speed, seq),
    volume: (change: VolumeChange, seq?: number) => changeVolume(player, change, seq),
    gesture: () => unblockSound(player),
    exit: () => exit(player),
    end: () => endPlayback(player),
    isPaused: () => deps.video.paused,
    point: () => state.target ?? currentPoint(player),
  }
}
