/**
 * Notices that the server has a newer build of the app, and reloads at a quiet moment: when the app is hidden, or with the next change of page, and only
 * while nothing would be lost. The build writes its id into index.html and into build.json, which is never cached.
 */
import * as z from 'zod/mini'

const Build = z.object({ build: z.string() })

/** Between two looks while the app is visible. */
export const lookEveryMs = 10 * 60 * 1000
/** Not more often, whatever makes it look. */
export const lookPauseMs = 15_000

export type NewBuildDeps = {
  /** The id of the running build; '' in development. */
  own: string
  /** The text of the served build.json; rejects if there is none. */
  read: () => Promise<string>
  /** Nothing is typed, open, playing or being sent. */
  isQuiet: () => Promise<boolean>
  reload: () => void
  /** The build that the last reload of this tab was for: one that did not bring it is not repeated. */
  tried: { get: () => string; set: (build: string) => void }
  isShown: () => boolean
  now: () => number
}
export type NewBuild = {
  /** Looks whether there is a newer build. */
  look: () => Promise<void>
  /** A quiet moment may have come: the app was hidden, or another page is open. */
  moment: () => Promise<void>
  /** A part did not load: it may be gone with its build. */
  partFailed: () => void
}

export function createNewBuild({ own, read, isQuiet, reload, tried, isShown, now }: NewBuildDeps): NewBuild {
  let served = own
  let lookedAt = -Infinity

  async function look(): Promise<void> {
    if (own === '' || served !== own || now() - lookedAt < lookPauseMs) return
    lookedAt = now()
    served = await read().then(idOf, () => own)
    // found while hidden: no later moment is quieter
    if (!isShown()) await moment()
  }

  function idOf(text: string): string {
    const build = z.safeParse(Build, jsonOf(text))
    return build.success && build.data.build !== '' ? build.data.build : own
  }

  async function moment(): Promise<void> {
    if (served === own || served === tried.get() || !(await isQuiet())) return
    tried.set(served)
    reload()
  }

  return {
    look,
    moment,
    partFailed: () => void look().then(moment),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The id that the build wrote into this page; '' in development. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
}
