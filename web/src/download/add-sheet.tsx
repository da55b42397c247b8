/** The add sheet: one or many links with a status each; the files of a single magnet can be chosen before it starts. */
import type { Device } from '@homeport/contract/device.ts'
import type { TorrentInfo } from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { later, now } from '../kit/clock.ts'
import { failureText } from '../kit/failure-text.ts'
import { isFailure } from '../kit/failure.ts'
import { sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { changeTyped, useTyped } from '../kit/typed.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { WarnIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import overlayStyles from '../ui/overlay.module.css'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { refreshTasks, start } from './data.ts'
import { chosenSize, FileChoice } from './file-choice.tsx'
import { LinkField } from './link-field.tsx'
import { Verdicts } from './link-status-list.tsx'
import { linesOf, torrentLine, type Line, type Verdict } from './link-status.ts'
import { readMagnet, type Source } from './magnet.ts'
import { NoList, Reading } from './metadata-spinner.tsx'
import { codeWord, downloadText } from './text.ts'
import { TorrentButton, useTorrents } from './torrent-files.tsx'

/** Typed links are kept per box until they are sent, even if the sheet closes. */
const linksKey = (devsn: string) => `links ${devsn}`

/** Appends the clipboard's links to the typed ones. */
export function addLinks({ devsn }: Device, text: string): void {
  changeTyped(linksKey(devsn), '', (before) =>
    before.includes(text) ? before : [before.trim(), text].filter(Boolean).join('\n'),
  )
}

/** mustPaste: the browser does not allow reading the clipboard, the user pastes by hand. */
type Props = {
  device: Device
  free: number | null
  hasTorrents: boolean
  isOpen: boolean
  close: () => void
  mustPaste: boolean
}

export function AddSheet({ device, free, hasTorrents, isOpen, close, mustPaste }: Props) {
  const words = useText(downloadText)
  const client = useQueryClient()
  const { value: text, change: setLinks } = useTyped(linksKey(device.devsn), '')
  const setText = (next: string) => setLinks(() => next)
  const field = useRef<HTMLTextAreaElement>(null)
  const [sent, setSent] = useState<Record<string, Verdict>>({})
  const [chosen, setChosen] = useState<Set<number> | null>(null)
  const [isSending, setSending] = useState(false)
  const { torrents, take, keepOnly, drop } = useTorrents(device.devsn)

  const lines = [...linesOf(text, words, hasTorrents), ...torrents.map(torrentLine)].map((line) => ({
    ...line,
    verdict: sent[line.url] ?? line.verdict,
  }))
  const sourceOfLine = (url: string): Source => {
    const torrent = torrents.find((one) => one.key === url)?.id
    return torrent === undefined ? { url } : { torrent }
  }
  const ready = lines.filter((line) => line.verdict.state === 'ready')
  const only = lines.length === 1 ? ready[0] : undefined
  const single = only?.verdict.state === 'ready' && kindsWithFiles.includes(only.verdict.kind) ? only.url : ''
  const asked = useDeferredValue(single)
  const magnet = useFiles(device, sourceOfLine(asked), isOpen && !isSending && asked !== '')
  const info = single ? magnet.data : undefined
  const picked = chosen ?? new Set(info?.sub_fileinfo.filter((file) => file.is_selected).map((file) => file.index))
  const size = info ? chosenSize(info, picked) : null

  function change(next: string) {
    setText(next)
    setSent({})
    setChosen(null)
  }

  /** Links that the box already has are not kept for the next time. */
  function leave() {
    const isKept = ({ verdict }: Line) => verdict.state !== 'bad' || !verdict.isKnown
    if (!lines.every(isKept))
      change(
        lines
          .filter((line) => isKept(line) && line.name === undefined)
          .map(({ url }) => url)
          .join('\n'),
      )
    close()
  }

  async function begin() {
    setSending(true)
    const remaining: string[] = []
    const done = new Set<string>()
    for (const line of lines) {
      if (line.verdict.state !== 'ready') {
        if (line.verdict.state !== 'added' && !done.has(line.url)) remaining.push(line.url)
        continue
      }
      setSent((before) => ({ ...before, [line.url]: { state: 'sending' } }))
      const verdict = await add(line.url, info && picked.size < info.sub_fileinfo.length ? [...picked] : undefined)
      setSent((before) => ({ ...before, [line.url]: verdict }))
      if (verdict.state === 'added') done.add(line.url)
      else remaining.push(line.url)
    }
    setSending(false)
    refreshTasks(client)
    if (remaining.length > 0) {
      setText(remaining.filter((url) => !url.startsWith('torrent:')).join('\n'))
      keepOnly(remaining)
      if (done.size > 0) toast(words.addedSome(done.size, lines.length))
      return
    }
    toast(words.added)
    close()
    change('')
    keepOnly([])
  }

  async function add(url: string, select: number[] | undefined): Promise<Verdict> {
    try {
      await start({ ...sourceOfLine(url), ...(select ? { select } : {}) })
      return { state: 'added', word: words.added }
    } catch (failure) {
      if (isFailure(failure, 'task') && failure.code === TaskCode.limit) refreshTasks(client)
      const isKnown = isFailure(failure, 'task') && knownCodes.includes(failure.code)
      return {
        state: 'bad',
        isKnown,
        word: isFailure(failure, 'task')
          ? codeWord(words, failure.code, { data: failure.data, url })
          : isFailure(failure)
            ? failureText(failure)
            : words.unknownError,
      }
    }
  }

  const startWord =
    ready.length > 1 ? words.startMany(ready.length) : size !== null ? words.startSize(sizeOf(size)) : words.startDownload
  const foot = (
    <>
      <Button
        look="main"
        isWide
        isBusy={isSending}
        disabled={ready.length === 0 || (info !== undefined && picked.size === 0)}
        onClick={() => void begin()}
      >
        <span className={textStyles.numeric}>{startWord}</span>
      </Button>
      <Consequence device={device} free={free} size={size} />
    </>
  )
  return (
    <Sheet isOpen={isOpen} close={leave} title={words.add} closeLabel={useText(commonText).close} foot={foot} first={field}>
      <LinkField text={text} change={change} field={field} hint={mustPaste ? words.pasteHint : ''} />
      {!info && <TorrentButton take={take} />}
      {lines.length > 0 && !info && <Verdicts lines={lines} drop={drop} />}
      {single && magnet.isFetching && <Reading />}
      {single && magnet.isError && !magnet.isFetching && (
        <NoList failure={magnet.error} url={single} again={() => void magnet.refetch()} />
      )}
      {info && <FileChoice info={info} chosen={picked} choose={setChosen} />}
    </Sheet>
  )
}

/** The box already has it. */
const knownCodes: number[] = [TaskCode.inDownloading, TaskCode.inComplete]
/** Sources whose files can be chosen before they start. */
const kindsWithFiles: string[] = ['magnet', 'torrent_url', 'torrent']

function useFiles(device: Device, source: Source, isEnabled: boolean) {
  return useQuery<TorrentInfo>({
    queryKey: ['magnet', device.devsn, source],
    queryFn: ({ signal }) => readMagnet(source, { now, later, signal }),
    enabled: isEnabled,
    staleTime: Infinity,
    gcTime: 300_000,
    retry: false,
    meta: { isQuiet: true },
  })
}

function Consequence({ device, free, size }: { device: Device; free: number | null; size: number | null }) {
  const words = useText(downloadText)
  const box = device.name || device.showsn
  if (free === null) return null
  if (size !== null && size > free) {
    return (
      <p
        className={classes(
          overlayStyles.afterword,
          textStyles.numeric,
          textStyles.warning,
          layoutStyles.row,
          layoutStyles.gap4,
          layoutStyles.centered,
        )}
      >
        <WarnIcon size={15} />
        {words.tooBig(sizeOf(size - free, 3), box)}
      </p>
    )
  }
  const word = size === null ? words.freeOn(sizeOf(free, 3), box) : words.leaves(sizeOf(free - size, 3), box)
  return <p className={classes(overlayStyles.afterword, textStyles.numeric)}>{word}</p>
}
