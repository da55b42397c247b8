/** Names that the engine does not read: aria2 drops what is not UTF-8, so the box asks the server itself. */
import { fileKindOf } from '@homeport/contract/shape/file.ts'
import type { SourceRule } from '../../kit/outside.ts'
import type { Engine } from '../engine.ts'
import { openUrl } from '../http/open-url.ts'
import { nameFromHeaders } from '../http/server-name.ts'
import type { TaskRow } from '../store.ts'
import { createBackground, type BackgroundParts } from './background.ts'

const askWithinMs = 5_000

export type ServerNamesParts = Omit<BackgroundParts<string>, 'work'> & { engine: Engine; rule: SourceRule }
export type ServerNames = ReturnType<typeof createServerNames>

export function createServerNames({ engine, rule, ...parts }: ServerNamesParts) {
  const names = createBackground<string>({ ...parts, work: ask })

  /** '' where the server gives none: the name is a courtesy, so its failure is not one of the task. */
  async function ask({ url }: TaskRow): Promise<string> {
    try {
      const { response } = await openUrl(new URL(url), { rule, signal: AbortSignal.timeout(askWithinMs), method: 'HEAD' })
      response.destroy()
      return nameFromHeaders(response.headers)
    } catch {
      return ''
    }
  }

  /** A name without a suffix that says what it is may come from the link alone. */
  const isAsked = (name: string): boolean => !engine.can.names && fileKindOf(name) === 'file'

  return {
    /** The engine uses this name. */
    begin(row: TaskRow, name: string): void {
      if (isAsked(name)) names.begin(row)
    },
    /** The name of the finished file; undefined while the server is asked. */
    take(row: TaskRow, name: string): string | undefined {
      if (!isAsked(name)) return name
      const given = names.take(row)
      return given === undefined ? undefined : given || name
    },
  }
}
