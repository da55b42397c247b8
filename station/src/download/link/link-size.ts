/** Asks a server for the size of a file before the engine gets its link: an engine takes an announced size at its word, in memory too. */
import type { SourceRule } from '../../kit/outside.ts'
import { openUrl } from '../http/open-url.ts'
import { UrlError } from '../http/url-error.ts'

export type LinkSize = (url: string, withinMs: number) => Promise<number | undefined>

/** undefined where the server does not tell it in time; what is wrong with the link is for the engine to find. */
export function createLinkSize({ rule }: { rule: SourceRule }): LinkSize {
  return async (url, withinMs) => {
    const signal = AbortSignal.timeout(withinMs)
    const late = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
    const size = openUrl(new URL(url), { rule, signal, method: 'HEAD' }).then(
      ({ response }) => {
        response.destroy()
        return sizeOf(response.headers['content-length'])
      },
      (error: unknown) => {
        if (error instanceof UrlError || (error instanceof Error && 'code' in error)) return undefined
        throw error
      },
    )
    return Promise.race([size, late])
  }
}

function sizeOf(length: string | undefined): number | undefined {
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined
}
