/** The volume of a player: as it was read last, and how it is changed. */
import type { Sound as SoundState } from '@homeport/contract/shape/film/remote.ts'
import { unlessRefused, PlayerRefusal } from '../driven/driver-base.ts'
import type { Device } from './device.ts'

/** None of them: the sound is turned off or on again. */
type Change = { step?: number | undefined; value?: number | undefined; mute?: boolean | undefined }
export type Sound = {
  /** Percent. */
  volume: number
  state: SoundState
  read: () => Promise<void>
  /** Rejects with a PlayerRefusal where the player refuses. */
  change: (change: Change) => Promise<void>
}

export function createSound(device: Device): Sound {
  /** A player that cannot be muted gets it back. */
  let volumeBefore = 0
  const sound: Sound = {
    volume: 100,
    state: 'on',
    /** A value that it does not tell stays as it was. */
    async read(): Promise<void> {
      sound.volume = (await unlessRefused(device.volume())) ?? sound.volume
      const isMuted = await unlessRefused(device.isMuted())
      if (isMuted !== undefined) sound.state = isMuted ? 'muted' : 'on'
    },
    async change({ step, value, mute }: Change): Promise<void> {
      if (value !== undefined || step !== undefined) {
        if (value === undefined) await sound.read()
        await setVolume((value ?? sound.volume) + (step ?? 0))
      }
      if (mute !== undefined || (value === undefined && step === undefined)) await setMuted(mute ?? sound.state === 'on')
    },
  }

  async function setVolume(target: number): Promise<void> {
    const percent = Math.round(Math.min(100, Math.max(0, target)))
    await device.setVolume(percent)
    sound.volume = percent
  }

  /** One that cannot be muted is turned down. */
  async function setMuted(isMuted: boolean): Promise<void> {
    try {
      await device.setMuted(isMuted)
    } catch (error) {
      if (!(error instanceof PlayerRefusal)) throw error
      if (isMuted) volumeBefore = sound.volume
      await setVolume(isMuted ? 0 : volumeBefore)
    }
    sound.state = isMuted ? 'muted' : 'on'
  }
  return sound
}
