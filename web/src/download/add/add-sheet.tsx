/** The add sheet: one or many links with a status each; the files of a single magnet can be chosen before it starts. */
import type { Device } from '@homeport/contract/device.ts'
import type { TorrentInfo } from '@homeport/contract/download/download.ts'
import { selectionMaxLength } from '@homeport/contract/shape/selection.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { later, now } from '../../kit/time/clock.ts'
import { sizeOf } from '../../kit/text/format.ts'
import { textNow, useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import overlayStyles from '../../ui/overlay.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { selectedIn, selectionFrom, type ChosenFiles } from '../chosen-files.ts'
import { fileChoiceText } from '../files/file-choice-text.ts'
import { FileChoice } from '../files/file-choice.tsx'
import type { LinkOrTorrent } from '../file-list.ts'
import { kindsWithFiles } from './link-kinds.ts'
import { LinkField } from './link-field.tsx'
import { fileNameOf, type Line } from './link-status.ts'
import { Verdicts } from './link-status-list.tsx'
import { readMagnet } from './magnet.ts'
import { useReadNames } from './read-names.ts'
import { NoList, MetadataSpinner } from './metadata-spinner.tsx'
import { pathOfTask } from '../paths.ts'
import { defaultTarget, SaveTo } from './save-to.tsx'
import { downloadText } from '../text.ts'
import { TorrentButton } from './torrent-files.tsx'
import { useTorrentDrop } from './torrent-drop.ts'
import { useSharedInput } from './use-shared-input.ts'
import { useNewLinks } from './use-new-links.ts'

/** mustPaste: the browser does not allow reading the clipboard, the user pastes by hand. */
type Props = {
  device: Device
  free: number | null
  /** That the box takes, null while unknown. */
  kinds: ReadonlySet<string> | null
  isOpen: boolean
  /** For files that are dropped on the page. */
  open: () => void
  onClose: () => void
  mustPaste: boolean
}

export function AddSheet({ device, free, kinds, isOpen, open, onClose, mustPaste }: Props) {
  const words = useText(downloadText)
  const links = useNewLinks(device, { kinds, isOpen })
  const { text, lines, isSending } = links
  const field = useRef<HTMLTextAreaElement>(null)
  const [target, setTarget] = useState(defaultTarget)
  const [chosen, setChosen] = useState<ChosenFiles | null>(null)

  const ready = lines.filter((line) => line.verdict.state === 'ready')
  const wrong = lines.filter((line) => line.verdict.state === 'bad').length
  const readings = useReadNames(device, isOpen ? lines.map(fileNameOf).filter(Boolean) : [])
  const only = lines.length === 1 ? ready[0] : undefined
  const single = only?.verdict.state === 'ready' && kindsWithFiles.includes(only.verdict.kind) ? only.url : ''
  const checked = useDeferredValue(single)
  const magnet = useFiles(device, links.wantedAs(checked), isOpen && !isSending && checked !== '')
  const info = single ? magnet.data : undefined
  const picked = useMemo(() => chosen ?? selectedIn(info), [chosen, info])
  const size = info ? picked.bytes : null

  useTorrentDrop((files) => {
    links.takeTorrents(files)
    open()
  })

  function change(next: string) {
    links.change(next)
    setChosen(null)
  }

  function remove(url: string) {
    links.drop(url)
    setChosen(null)
  }

  function leave() {
    if (links.dropKnown()) setChosen(null)
    onClose()
  }

  /** The caret goes into the line, which is selected. */
  function fix({ at = 0, url }: Line) {
    const before = text.split('\n').slice(0, at).join('\n').length + (at > 0 ? 1 : 0)
    const from = text.indexOf(url, before)
    field.current?.focus()
    field.current?.setSelectionRange(from, from + url.length)
  }

  function openTask(taskId: string) {
    leave()
    forward(pathOfTask(taskId))
  }

  async function begin() {
    // A download that the box has may lack files: then all of them is a choice too.
    const isPart = info && Math.min(picked.size, info.select_count) < info.sub_fileinfo.length
    const select = isPart ? selectionFrom(picked) : undefined
    if (typeof select === 'string' && select.length > selectionMaxLength) return toast(textNow(fileChoiceText).tooManyParts)
    const given = Object.fromEntries(Object.entries(target).filter(([key, value]) => value !== '' && (key !== 'name' || only)))
    if (!(await links.send(given, select))) return
    setTarget(defaultTarget)
    onClose()
    links.clear()
    setChosen(null)
  }

  const startWord =
    ready.length > 1 ? words.startMany(ready.length) : size !== null ? words.startSize(sizeOf(size)) : words.startDownload
  const foot = (
    <>
      <Button
        variant="main"
        isWide
        isBusy={isSending}
        disabled={ready.length === 0 || (info !== undefined && picked.size === 0)}
        onClick={() => void begin()}
      >
        <span className={textStyles.numeric}>{startWord}</span>
      </Button>
      {wrong > 0 && ready.length > 0 ? (
        <Warning text={words.leftOutLines(wrong)} />
      ) : (
        <Consequence device={device} free={free} size={size} />
      )}
    </>
  )
  useSharedInput(device, links.takeTorrents, open)
  return (
    <Sheet isOpen={isOpen} onClose={leave} title={words.add} closeLabel={useText(commonText).close} foot={foot} first={field}>
      <LinkField text={text} onChange={change} field={field} hint={mustPaste ? words.pasteHint : ''} />
      {!info && <TorrentButton take={links.takeTorrents} />}
      {lines.length > 0 && (!info || only?.name !== undefined) && (
        <Verdicts
          lines={lines}
          readings={readings}
          onRemove={remove}
          onFix={fix}
          onSignIn={links.signIn}
          onOpen={openTask}
          onSendAgain={links.sendAgain}
        />
      )}
      {single && magnet.isFetching && <MetadataSpinner />}
      {single && magnet.isError && !magnet.isFetching && (
        <NoList failure={magnet.error} url={single} onRetry={() => void magnet.refetch()} />
      )}
      {ready.length > 0 && <SaveTo device={device} target={target} onChange={setTarget} name={nameOf(only, info)} />}
      {info && <FileChoice key={checked} info={info} chosen={picked} onSelect={setChosen} />}
    </Sheet>
  )
}

/** The name of a single link, as the box would give it. */
function nameOf(only: Line | undefined, info: TorrentInfo | undefined): string | undefined {
  if (!only) return undefined
  return info?.name ?? (only.link && 'name' in only.link ? only.link.name : only.name)
}

function useFiles(device: Device, requested: LinkOrTorrent, isEnabled: boolean) {
  return useQuery<TorrentInfo>({
    queryKey: ['magnet', device.devsn, requested],
    queryFn: ({ signal }) => readMagnet(requested, { now, later, signal }),
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
  if (size !== null && size > free) return <Warning text={words.tooBig(sizeOf(size - free), box)} />
  const word = size === null ? words.freeOn(sizeOf(free), box) : words.leaves(sizeOf(free - size), box)
  return <p className={classes(overlayStyles.afterword, textStyles.numeric)}>{word}</p>
}

/** Below the button, which a long list pushes away from what it is about. */
function Warning({ text }: { text: string }) {
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
      {text}
    </p>
  )
}
