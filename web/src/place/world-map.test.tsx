/** The map follows what is chosen outside it. */
import { act, render, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paint } from './paint.ts'
import { WorldMap } from './world-map.tsx'

vi.mock('./paint.ts', () => ({ paint: vi.fn() }))
vi.mock('./atlas.ts', () => ({ atlas: () => ({ queryKey: ['atlas'], queryFn: () => ({}) }) }))

beforeEach(() => {
  document.documentElement.dataset['theme'] = 'light'
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    Object.create({ scale: () => {} }) as CanvasRenderingContext2D & GPUCanvasContext,
  )
  for (const side of ['clientWidth', 'clientHeight'] as const) vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(300)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      listener: () => void
      constructor(listener: () => void) {
        this.listener = listener
      }
      observe() {
        this.listener()
      }
      disconnect() {}
    },
  )
})

afterEach(() => {
  delete document.documentElement.dataset['theme']
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a phone that turns dark while the map is open has a dark map', async () => {
  const view = { lat: 31, lon: 121, zoom: 8 }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WorldMap view={view} pin={view} onMove={() => {}} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(paint).toHaveBeenCalled())
  const before = vi.mocked(paint).mock.calls.length
  act(() => void (document.documentElement.dataset['theme'] = 'dark'))
  await waitFor(() => expect(vi.mocked(paint).mock.calls.length).toBeGreaterThan(before))
})
