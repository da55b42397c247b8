/** Asks a service that speaks version 1 of the OpenSubtitles API: search and download, every failure told apart by what to do about it. */
import { jsonBounds, jsonIn } from '@homeport/contract/kit/http/inbound-json.ts'
import { cutText } from '@homeport/contract/shape/field/text.ts'
import type { SubtitleHit, subtitleSearchTroubles } from '@homeport/contract/playback/tracks.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { appVersion } from '@homeport/contract/kit/version.ts'
import * as z from 'zod/mini'
import { keyFaultOf, type KeyUser } from '../../shared/api-key.ts'
import { gunzipBytes } from '../../kit/gunzip.ts'
import { createHttpClient, type HostSettings, type HttpResponse } from '../../kit/http-client.ts'
import { Refusal } from '../../kit/refusal.ts'
import { languageOfTag } from '../subtitle/language.ts'
import { textFormats } from '../subtitle/read-subtitle.ts'

export type SubtitleTrouble = (typeof subtitleSearchTroubles)[number]
/** url: without a slash at the end. key: '' if none is set up. */
export type SubtitleServiceSettings = HostSettings & { key: string; url: string }
/** Fields of the API. */
export type SubtitleQuery = Record<string, string>

const maxAnswerBytes = 2 * 1024 * 1024
export const maxSubtitleBytes = 2 * 1024 * 1024
const maxHits = 60

const listOf = <S extends z.ZodMiniType>(schema: S) => z.array(schema).check(z.maxLength(jsonBounds.maxEntries))
const Attributes = z.object({
  language: z.nullish(z.string()),
  release: z.nullish(z.string()),
  download_count: z.nullish(z.number()),
  hearing_impaired: z.nullish(z.boolean()),
  moviehash_match: z.nullish(z.boolean()),
  files: z._default(listOf(z.object({ file_id: z.number(), file_name: z.nullish(z.string()) })), []),
})
const Results = z.object({ data: listOf(z.object({ attributes: Attributes })) })
const Download = z.object({ link: z.string(), file_name: z.nullish(z.string()) })

export function subtitleRefusal(reason: SubtitleTrouble): Refusal {
  return new Refusal(Code.notFound, { reason })
}

export function createSubtitleService(settings: SubtitleServiceSettings) {
  const { url, ownHosts } = settings
  let { key } = settings
  const http = createHttpClient(settings)

  async function ask<S extends z.ZodMiniType>(
    path: string,
    { schema, signal, json }: { schema: S; signal: AbortSignal; json?: string },
  ): Promise<z.output<S>> {
    if (key === '') throw subtitleRefusal('no_provider')
    const options = { headers: headersOf(key), maxBytes: maxAnswerBytes, signal, ...(json !== undefined && { json }) }
    const response = await http.request(new URL(`${url}${path}`), options).catch(away)
    refuseByStatus(response)
    const parsed = z.safeParse(schema, jsonIn(response.body.toString()))
    if (!parsed.success) throw subtitleRefusal('away')
    return parsed.data
  }

  /** Only over https, unless the operator named its host; what leads to a private address is not opened (promise 34). */
  async function bytesAt(link: string, signal: AbortSignal): Promise<Buffer> {
    const target = URL.canParse(link) ? new URL(link) : undefined
    const isAllowed = target?.protocol === 'https:' || (target?.protocol === 'http:' && ownHosts.includes(target.host))
    if (!target || !isAllowed) throw subtitleRefusal('away')
    // The key is for the API only.
    const response = await http.request(target, { headers: { accept: '*/*' }, maxBytes: maxSubtitleBytes, signal }).catch(away)
    if (response.status !== 200) throw subtitleRefusal(response.status >= 500 || response.status === 429 ? 'away' : 'gone')
    return unpacked(response.body)
  }

  const keyUser: KeyUser = {
    tryKey(tried, signal) {
      const options = { headers: headersOf(tried), maxBytes: maxAnswerBytes, signal }
      return keyFaultOf(http.request(new URL(`${url}/subtitles?languages=en&query=metropolis`), options), Results)
    },
    useKey: (next) => void (key = next),
  }

  return {
    key: keyUser,
    isSetUp: () => key !== '',
    name: url.includes('opensubtitles.') ? 'OpenSubtitles' : new URL(url).hostname,
    async search(query: SubtitleQuery, signal: AbortSignal): Promise<SubtitleHit[]> {
      // The API redirects a query that is not sorted and in small letters.
      const sorted = Object.entries(query)
        .filter(([, value]) => value !== '')
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
      const search = new URLSearchParams(sorted.map(([name, value]) => [name, value.toLowerCase()]))
      const { data } = await ask(`/subtitles?${search.toString()}`, { schema: Results, signal })
      return data.flatMap(({ attributes }) => hitOf(attributes) ?? []).slice(0, maxHits)
    },
    /** name: of the file, '' if the service does not say it. */
    async download(id: string, signal: AbortSignal): Promise<{ bytes: Buffer; name: string }> {
      if (!/^\d{1,15}$/.test(id)) throw subtitleRefusal('gone')
      const json = JSON.stringify({ file_id: Number(id) })
      const { link, file_name } = await ask('/download', { schema: Download, signal, json })
      return { bytes: await bytesAt(link, signal), name: file_name ?? '' }
    },
    stop: () => http.stop(),
  }
}

function headersOf(key: string) {
  return { 'api-key': key, accept: 'application/json', 'user-agent': `Homeport v${appVersion.version_name}` }
}

function refuseByStatus({ status }: HttpResponse): void {
  if (status === 401 || status === 403) throw subtitleRefusal('bad_key')
  if (status === 406 || status === 429) throw subtitleRefusal('limit')
  if (status === 404 || status === 410) throw subtitleRefusal('gone')
  if (status !== 200) throw subtitleRefusal('away')
}

function away(): never {
  throw subtitleRefusal('away')
}

/** A subtitle of several files is for a film in parts; the first one is offered. */
function hitOf(attributes: z.output<typeof Attributes>): SubtitleHit | undefined {
  const [file] = attributes.files
  if (!file) return undefined
  const language = attributes.language ?? ''
  return {
    id: String(file.file_id),
    // ze: Chinese and English in one.
    language: language === 'ze' ? 'zh-Hans' : languageOfTag(language),
    release: cutText(attributes.release || file.file_name || '', 200),
    format: formatOfName(file.file_name ?? ''),
    downloads: attributes.download_count ?? 0,
    is_exact: attributes.moviehash_match ?? false,
    is_hearing_impaired: attributes.hearing_impaired ?? false,
  }
}

export function formatOfName(name: string): string {
  const suffix = /\.(\w{3})(?:\.gz)?$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return textFormats.find((format) => format === suffix) ?? 'srt'
}

function unpacked(body: Buffer): Promise<Buffer> {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  return isGzip
    ? gunzipBytes(body, { maxOutputLength: maxSubtitleBytes }).catch(() => {
        throw subtitleRefusal('gone')
      })
    : Promise.resolve(body)
}
