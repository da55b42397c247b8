/** For tests: a fake server that replaces fetch; answers by path in the real envelope. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { vi } from 'vitest'

export type Answer = { code: number; msg?: string; data?: unknown }
type Body = Record<string, string>

/** By path, or by 'zh /path' for one language; other paths are 404. `asked` holds the requests, in order. */
export function serve(answers: Record<string, (body: Body) => Answer>) {
  const requests: { path: string; body: Body }[] = []
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const [path = '', query = ''] = url.replace(/^\/(zh|en)\/[a-z]+/, '').split('?')
    const body = Object.fromEntries(request.method === 'GET' ? new URLSearchParams(query) : bodyOf(request))
    requests.push({ path, body })
    const answer = (answers[`${url.slice(1, 3)} ${path}`] ?? answers[path])?.(body)
    return answer ? new Response(JSON.stringify({ msg: '', data: null, ...answer })) : new Response('', { status: 404 })
  })
  return { requests, of: (path: string) => requests.filter((one) => one.path === path).map((one) => one.body) }
}

export const ok = (data: unknown): Answer => ({ code: Code.ok, data })

export const pageOf = (rows: unknown[]) => ok({ data: rows, total: rows.length, page: 1, limit: 99 })

/** The response of /emqx/publish without a socket: the box's frame. */
export function published(acts: Record<string, (data: Record<string, unknown>) => Answer>) {
  return (body: Body): Answer => {
    const payload = JSON.parse(body['payload'] ?? '{}')
    const answer = acts[payload.request]?.(payload.data)
    return answer
      ? ok({ act: payload.request, dev: body['client_id'], code: answer.code, data: answer.data, id: payload.id })
      : { code: Code.noResponse }
  }
}

/** The form fields of a request. */
export function bodyOf(request: RequestInit): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
}
