/** The links and torrent files in the add sheet: a status each, and sending them to the box one after the other. */
import type { Device } from '@homeport/contract/device.ts'
import type { Task } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { withLogin } from '@homeport/contract/shape/link/link-address.ts'
import { parseLink, type ParsedLink } from '@homeport/contract/shape/link/parse-link.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isFailure } from '../../kit/failure.ts'
import { failureText } from '../../kit/text/failure-text.ts'
import { useText } from '../../kit/lang.ts'
import { changeTyped, useTyped } from '../../kit/keep/unsent-forms.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshTasks, start } from '../data.ts'
import type { Selection } from '../chosen-files.ts'
import type { LinkOrTorrent } from '../file-list.ts'
import { useKnownTasks } from './known-tasks.ts'
import { linesOf, torrentLine, type Line, type Verdict } from './link-status.ts'
import type { LinkCredentials } from './link-login.tsx'
import { faultWord, linkWords, type LinkWords } from '../link-words.ts'
import type { SaveTarget } from './save-to.tsx'
import { codeWord, downloadText, type DownloadWords } from '../text.ts'
import { useTorrents } from './torrent-files.tsx'

/** Typed links are kept per box until they are sent, even if the sheet closes. */
const linksKey = (devsn: string) => `links ${devsn}`

/** Appends the clipboard's links to the typed ones. */
export function addLinks({ devsn }: Device, text: string): void {
  changeTyped(linksKey(devsn), '', (before) =>
    before.includes(text) ? before : [before.trim(), text].filter(Boolean).join('\n'),
  )
}

/** kinds: that the box takes, null while unknown. */
export function useNewLinks(device: Device, { kinds, isOpen }: { kinds: ReadonlySet<string> | null; isOpen: boolean }) {
  const words = useText(downloadText)
  const own = useText(linkWords)
  const client = useQueryClient()
  const { value: text, change: setLinks } = useTyped(linksKey(device.devsn), '')
  const setText = (next: string) => setLinks(() => next)
  const [sent, setSent] = useState<Record<string, Verdict>>({})
  const [isSending, setSending] = useState(false)
  const {
    value: logins,
    change: setLogins,
    forget: forgetLogins,
  } = useTyped<Record<string, LinkCredentials>>(`logins ${device.devsn}`, {})
  /** Links that the box has and that are wanted all the same. */
  const [again, setAgain] = useState<ReadonlySet<string>>(new Set())
  const { torrents, take, keepOnly, keepWithout, drop } = useTorrents(device.devsn)

  const typed = useMemo(() => linesOf(text, { words, linkWords: own, kinds }), [text, words, own, kinds])
  const judged = [...typed, ...torrents.map(torrentLine)].map((line): Line => {
    const login = logins[line.url]
    const verdict = sent[line.url] ?? line.verdict
    if (!login || !line.link || isSent(verdict) || sent[line.url]) return { ...line, verdict }
    return { ...line, user: login.user, verdict: readyAs(line.link) }
  })
  const wantedAs = (url: string): LinkOrTorrent => {
    const torrent = torrents.find((one) => one.key === url)?.id
    const login = logins[url]
    if (torrent !== undefined) return { torrent }
    return { url: login ? withLogin(parseLink(url).url, login) : url }
  }
  const requested = judged.filter((line) => isAskedFor(line) && !again.has(line.url))
  const existing = useKnownTasks(
    device,
    requested.map(({ url }) => wantedAs(url)),
    isOpen && !isSending,
  )
  const lines = judged.map((line): Line => {
    const task = existing[requested.indexOf(line)]
    return task && line.verdict.state === 'ready' && !isAwaited(line, task)
      ? { ...line, verdict: { ...line.verdict, state: 'known', task } }
      : line
  })

  function change(next: string) {
    setText(next)
    setSent({})
    setAgain(new Set())
  }

  /** Sends what is ready; true once nothing remains, also of what was typed meanwhile. select: the chosen files of a single magnet. */
  async function send(target: Partial<SaveTarget>, select?: Selection): Promise<boolean> {
    setSending(true)
    const gone = new Set<string>()
    const added = new Set<string>()
    let isRefused = false
    for (const { url, verdict } of lines) {
      if (verdict.state !== 'ready') {
        if (verdict.state === 'added' || verdict.state === 'known') gone.add(url)
        else if (!added.has(url)) isRefused = true
        continue
      }
      setSent((before) => ({ ...before, [url]: { state: 'sending' } }))
      const next = await add(url, { ...target, ...(select === undefined ? {} : { select }) })
      setSent((before) => ({ ...before, [url]: next }))
      if (next.state === 'added') added.add(url)
      else isRefused = true
    }
    setSending(false)
    refreshTasks(client)
    for (const url of added) gone.add(url)
    const isEmpty = leaveWithout(gone)
    if (!isRefused) toast(words.added)
    else if (added.size > 0) toast(words.addedSome(added.size, lines.length))
    return isEmpty
  }

  /** Takes these out of what is typed now, which may be more than what was sent; true if nothing remains. */
  function leaveWithout(gone: ReadonlySet<string>): boolean {
    let remaining = ''
    setLinks((before) => (remaining = withoutLines(before, gone)))
    return keepWithout(gone) === 0 && remaining === ''
  }

  async function add(url: string, more: Partial<SaveTarget> & { select?: Selection }): Promise<Verdict> {
    try {
      await start({ ...wantedAs(url), ...more })
      return { state: 'added', word: words.added }
    } catch (failure) {
      if (isFailure(failure, 'task') && failure.code === TaskCode.limit) refreshTasks(client)
      return refused(failure, url, { words, own })
    }
  }

  function clear() {
    change('')
    keepOnly([])
    forgetLogins()
  }

  /** Drops the links and torrent files that the box already has: they are not kept for the next time. True if there were any. */
  function dropKnown(): boolean {
    const isKept = ({ verdict }: Line) => verdict.state !== 'known' && (verdict.state !== 'bad' || !verdict.isKnown)
    if (lines.every(isKept)) return false
    const remaining = lines.filter((line) => isKept(line) && line.name === undefined)
    change(remaining.map(({ url }) => url).join('\n'))
    keepOnly(lines.flatMap((line) => (isKept(line) && line.name !== undefined ? [line.url] : [])))
    return true
  }

  /** For this line's server; the link itself stays as typed. */
  function signIn(url: string, login: LinkCredentials): void {
    setLogins((before) => ({ ...before, [url]: login }))
    setSent((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== url)))
  }

  /** This link is sent although the box has it: for other files, or to start what has stopped. */
  const sendAgain = (url: string) => setAgain((before) => new Set([...before, url]))

  return { text, lines, isSending, signIn, sendAgain, wantedAs, change, send, clear, dropKnown, takeTorrents: take, drop }
}

/** A link with user and password is sent: it may be what a download of it waits for. */
const isAskedFor = ({ verdict, link, user }: Line): boolean =>
  verdict.state === 'ready' && user === undefined && !(link && 'user' in link && link.user !== '')

/** A torrent file brings the list of files that its magnet waits for. */
const isAwaited = ({ name }: Line, task: Task): boolean => name !== undefined && task.total_size === 0

function withoutLines(text: string, gone: ReadonlySet<string>): string {
  const remaining = text.split(/\r?\n/).filter((line) => !gone.has(line.trim()))
  return remaining.join('\n').trim()
}

const isSent = ({ state }: Verdict): boolean => state === 'sending' || state === 'added'

function readyAs({ kind }: ParsedLink): Verdict {
  return kind === 'unsupported' || kind === 'empty_magnet' ? { state: 'bad', word: '' } : { state: 'ready', kind }
}

/** The box already has it. */
const knownCodes: number[] = [TaskCode.inDownloading, TaskCode.inComplete]

/** The words that the line had before it was sent, where the box refuses for the same. */
function refused(failure: unknown, url: string, { words, own }: { words: DownloadWords; own: LinkWords }): Verdict {
  if (!isFailure(failure)) return { state: 'bad', isKnown: false, word: words.unknownError }
  if (failure.kind !== 'task') return { state: 'bad', isKnown: false, word: failureText(failure) }
  const reason = typeof failure.data === 'object' && failure.data && 'reason' in failure.data ? failure.data.reason : ''
  if (reason === 'login') return { state: 'bad', word: own.asksLogin, asksLogin: true }
  const link = parseLink(url)
  if (link.kind === 'unsupported') return { state: 'bad', word: faultWord(own, link.fault), canFix: true }
  const word = codeWord(words, failure.code, { data: failure.data, url })
  return { state: 'bad', isKnown: knownCodes.includes(failure.code), word }
}
