import { expect, test, vi } from 'vitest'
import { getText } from './get-text.ts'

test('the box’s cookie goes with it in old browsers too: subtitles are for admitted screens', async () => {
  const fetched = vi.fn(async () => new Response('WEBVTT'))
  vi.stubGlobal('fetch', fetched)
  const { signal } = new AbortController()
  expect(await getText('/subtitles/a.vtt', signal)).toBe('WEBVTT')
  expect(fetched).toHaveBeenCalledWith('/subtitles/a.vtt', { signal, credentials: 'same-origin' })
})
