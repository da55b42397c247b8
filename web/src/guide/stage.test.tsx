/** The playback controls of a guide. */
import type { Video } from '@homeport/contract/guide.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import type { Player } from './player.ts'
import { Stage } from './stage.tsx'

const jump = vi.fn<Player['jump']>()
const player: Player = { isRunning: false, positionMs: 20_000, turn: 0, play: () => {}, pause: () => {}, jump }
const video: Video = { id: 'v1', title: 'A guide', about: '', cover: null, url: '', duration_ms: 60_000, slides: [] }

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  jump.mockReset()
})

test.each([
  ['en', 'Back 10 seconds', 10_000],
  ['en', 'Forward 10 seconds', 30_000],
  ['zh', '后退 10 秒', 10_000],
  ['zh', '前进 10 秒', 30_000],
] as const)('E68 (%s): the key %s has its number in the picture, and jumps so far', (lang, name, to) => {
  setLang(lang)
  render(<Stage video={video} player={player} bullets={[]} isSkyOpen={false} toggleSky={() => {}} />)
  const key = screen.getByRole('button', { name })
  expect(key.querySelector('svg')?.textContent).toBe('10')
  fireEvent.click(key)
  expect(jump).toHaveBeenCalledExactlyOnceWith(to)
})
