/** The subtitles that the box chose for the film that plays, one or two: a text is fetched once, offset and size change without it. */
import type { ShownSubtitle, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { getText } from '../../kit/get-text.ts'
import { observable } from '../../kit/observable.ts'
import { readCues, type SubtitleCue } from './subtitle-cues.ts'

/** cues: null while the text is fetched. */
export type SubtitleState = { play_id: string; subtitle: ShownSubtitle | null; cues: SubtitleCue[] | null }
export type Subtitles = ReturnType<typeof createSubtitles>

const none: SubtitleState = { play_id: '', subtitle: null, cues: null }
const againMs = 2_000
const maxTries = 5

type Deps = {
  getText: (url: string, signal: AbortSignal) => Promise<string>
  later: (ms: number, run: () => void) => () => void
}

export function createSubtitles(deps: Deps) {
  const first = createSubtitle(deps, ({ subtitle }) => subtitle)
  const second = createSubtitle(deps, ({ secondary }) => secondary)
  return {
    state: first.state,
    /** The one above it. */
    secondary: second.state,
    receive(message: ToScreen): void {
      first.receive(message)
      second.receive(message)
    },
  }
}

type TracksMessage = Extract<ToScreen, { kind: 'tracks' }>

function createSubtitle({ getText: get, later }: Deps, subtitleOf: (message: TracksMessage) => ShownSubtitle | null) {
  const state = observable<SubtitleState>(none)
  let fetching = new AbortController()

  function receive(message: ToScreen): void {
    if (message.kind === 'load' && message.play_id !== state.get().play_id) return clear()
    if (message.kind === 'exit' || message.kind === 'forgotten') return clear()
    if (message.kind !== 'tracks') return
    const { play_id } = message
    const subtitle = subtitleOf(message)
    const before = state.get()
    const isSameText = subtitle !== null && before.subtitle?.url === subtitle.url
    state.set({ play_id, subtitle, cues: isSameText ? before.cues : null })
    if (isSameText) return
    fetching.abort()
    fetching = new AbortController()
    if (subtitle) load(subtitle.url, fetching.signal, maxTries)
  }

  function clear(): void {
    fetching.abort()
    state.set(none)
  }

  /** Tried again after a while: the box may have been away. */
  function load(url: string, signal: AbortSignal, tries: number): void {
    get(url, signal).then(
      (text) => !signal.aborted && show(url, readCues(text)),
      () => {
        if (signal.aborted) return
        if (tries <= 1) return show(url, [])
        const cancel = later(againMs, () => load(url, signal, tries - 1))
        signal.addEventListener('abort', cancel)
      },
    )
  }

  function show(url: string, cues: SubtitleCue[]): void {
    const current = state.get()
    if (current.subtitle?.url === url) state.set({ ...current, cues })
  }

  return { state, receive }
}

export const openSubtitles = (later: Deps['later']) => createSubtitles({ getText, later })
