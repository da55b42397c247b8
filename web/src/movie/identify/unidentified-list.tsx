/** The films that are not identified, the sure ones first, and the files that cannot be shown. Each film opens the sheet, which walks through the rest. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmMatch, UnreadableFile } from '@homeport/contract/movie/identify.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { pathTo } from '../../kit/nav/href.ts'
import { now } from '../../kit/time/clock.ts'
import { dayOf, sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { rewriteAddress, useQueryValue } from '../../kit/nav/nav.ts'
import { LoadFailed, LoadMore } from '../../shared/query-list.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CheckIcon, VideoIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import noteStyles from '../../ui/note.module.css'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import textStyles from '../../ui/text.module.css'
import { isOffline } from '../data.ts'
import { Poster } from '../poster.tsx'
import { levels, unidentified, unidentifiedPath, unreadable, type Level } from './identify-data.ts'
import { DatabaseNote, IdentifySheet } from './identify-sheet.tsx'
import { identifyText } from './identify-text.ts'
import styles from './identify.module.css'
import { AcceptBar } from './accept-bar.tsx'
import { useUndo } from './use-identify.ts'

export function UnidentifiedList({ device }: { device: Device }) {
  const words = useText(identifyText)
  const chosen = useQueryValue('level')
  const level = levels.find((one) => one === chosen) ?? 'all'
  const list = useInfiniteQuery(unidentified(device, level))
  const [first] = list.data?.pages ?? []
  const films = list.data?.pages.flatMap(({ data }) => data) ?? []
  const counts = first?.counts
  // Without a key nothing is matched, so nothing is to be reviewed.
  const hasKey = first?.database !== 'no_key'
  return (
    <>
      {hasKey && (
        <div className={styles.tabs}>
          <Segments
            label={words.title}
            segments={levels.map((key) => ({ key, label: words.tabs[key], count: counts?.[key] }))}
            chosen={level}
            onSelect={(key) => rewriteAddress(pathTo(unidentifiedPath, { level: key === 'all' ? '' : key }))}
          />
        </div>
      )}
      <div className={styles.list}>
        {first && first.database !== 'ok' && <DatabaseNote device={device} database={first.database} />}
        {first?.sweep && <LastSweep device={device} sweep={first.sweep} />}
        {list.isLoadingError && <ListFailed error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <RowsSkeleton />}
        {first && <Films key={level} device={device} films={films} level={level} total={first.total} list={list} />}
        <Unreadable device={device} />
      </div>
      {first && <AcceptBar device={device} sure={first.counts.sure} scores={first.scores} />}
    </>
  )
}

type Sweep = { sweep_id: string; films: number; changed_at: number }

/** For as long as the box keeps what was before. */
function LastSweep({ device, sweep: { sweep_id, films, changed_at } }: { device: Device; sweep: Sweep }) {
  const words = useText(identifyText)
  const common = useText(commonText)
  const undo = useUndo(device)
  return (
    <p className={styles.last}>
      <span className={layoutStyles.grow}>{words.swept(films, dayOf(changed_at, now()))}</span>
      <Button variant="text" onClick={() => undo({ sweep_id })}>
        {common.undo}
      </Button>
    </p>
  )
}

type FilmsProps = {
  device: Device
  films: readonly FilmMatch[]
  level: Level
  total: number
  list: Parameters<typeof LoadMore>[0]['list']
}

function Films({ device, films, level, total, list }: FilmsProps) {
  const words = useText(identifyText)
  const [open, setOpen] = useState<{ at: number; isOpen: boolean } | null>(null)
  if (total === 0)
    return level === 'all' ? (
      <EmptyState art={art.films} title={words.none} text={words.noneText} isNear />
    ) : (
      <p className={noteStyles.note}>{words.noneOf}</p>
    )
  const sure = films.filter(isSure)
  const rest = films.filter((film) => !isSure(film))
  const rows = (group: readonly FilmMatch[]) => (
    <ul className={styles.rows}>
      {group.map((film) => (
        <li key={film.id}>
          <FilmRow film={film} open={() => setOpen({ at: films.indexOf(film), isOpen: true })} />
        </li>
      ))}
    </ul>
  )
  // After a choice the film leaves the list, and the next one has its place.
  const at = open ? Math.min(open.at, films.length - 1) : 0
  return (
    <>
      {sure.length > 0 && (
        <>
          <h2 className={styles.group}>{words.tabs.sure}</h2>
          {rows(sure)}
        </>
      )}
      {rest.length > 0 && (
        <>
          {rest.some(({ database }) => database !== 'no_key') && <h2 className={styles.group}>{words.tabs.check}</h2>}
          {rows(rest)}
        </>
      )}
      <LoadMore list={list} />
      {open && (
        <IdentifySheet
          device={device}
          filmId={films[at]?.id ?? ''}
          isOpen={open.isOpen && films.length > 0}
          onClose={() => setOpen({ at, isOpen: false })}
          walk={{
            at: at + 1,
            total,
            go: (step) => setOpen({ at: Math.max(0, Math.min(films.length - 1, at + step)), isOpen: true }),
          }}
        />
      )}
    </>
  )
}

const isSure = ({ candidates: [best] }: FilmMatch) => best?.level === 'sure'

function FilmRow({ film, open }: { film: FilmMatch; open: () => void }) {
  const words = useText(identifyText)
  const [best] = film.candidates
  const folder = film.path.includes('/') ? film.path.slice(0, film.path.lastIndexOf('/')) : ''
  return (
    <button type="button" className={styles.row} aria-haspopup="dialog" onClick={open}>
      <span className={styles.thumbnail}>{best ? <Poster poster={best.poster} title={best.title} /> : <VideoIcon />}</span>
      <span className={layoutStyles.grow}>
        <span className={classes(layoutStyles.block, textStyles.label, textStyles.oneLine)}>
          {best?.title ?? (film.is_named ? film.title : film.file_name)}
        </span>
        <span className={classes(textStyles.caption, styles.name)}>
          {best ? (
            <MiddleEllipsis text={film.file_name} />
          ) : (
            <span className={textStyles.oneLine}>
              {[film.is_named && film.year, folder, sizeOf(film.file_size)].filter(Boolean).join(' · ')}
            </span>
          )}
        </span>
        <State film={film} />
      </span>
      <ChevronRight className={styles.chevron} size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className={textStyles.visuallyHidden}>{words.which[film.kind]}</span>
    </button>
  )
}

function State({ film: { candidates, name_year, is_named, database } }: { film: FilmMatch }) {
  const words = useText(identifyText)
  const [best] = candidates
  if (!best && is_named)
    return database === 'no_key' ? null : <span className={classes(textStyles.caption, styles.state)}>{words.noMatchYet}</span>
  if (!best)
    return (
      <span className={classes(textStyles.caption, textStyles.warning, styles.state)}>
        <CircleQuestionMark size={16} strokeWidth={1.75} aria-hidden="true" />
        {words.needsName}
      </span>
    )
  const isOtherYear = best.year !== null && name_year !== null && best.year !== name_year
  return (
    <span className={classes(textStyles.caption, textStyles.numeric, styles.state)}>
      <b className={classes(styles.level, styles.state, best.level === 'sure' && textStyles.success)}>
        {best.level === 'sure' && <CheckIcon size={16} />}
        {words.levels[best.level]}
      </b>
      {best.year !== null && `· ${isOtherYear ? words.fileSaysYear(best.year, name_year) : best.year}`}
    </span>
  )
}

/** From the mirror: also while the box is offline. */
function Unreadable({ device }: { device: Device }) {
  const words = useText(identifyText)
  const list = useInfiniteQuery(unreadable(device))
  const files = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (files.length === 0) return null
  return (
    <>
      <h2 className={styles.group}>
        {words.broken} · {list.data?.pages[0]?.total}
      </h2>
      <ul className={styles.rows}>
        {files.map((file) => (
          <li key={file.id} className={styles.row}>
            <UnreadableRow file={file} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}

function UnreadableRow({ file: { path, file_size, files, reason } }: { file: UnreadableFile }) {
  const words = useText(identifyText)
  // The box names an ISO file only if it is the image of a film disc.
  const isDiscImage = reason === 'no_video' && /\.iso$/i.test(path)
  return (
    <>
      <span className={styles.thumbnail}>
        <VideoIcon />
      </span>
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, styles.name)}>
          <MiddleEllipsis text={path} />
        </span>
        <span className={classes(textStyles.caption, textStyles.numeric, layoutStyles.block)}>
          {files > 1 ? words.brokenFiles(files) : sizeOf(file_size)}
        </span>
        <span className={classes(textStyles.caption, textStyles.warning, styles.state)}>
          <WarnIcon size={16} />
          {words.unreadable[isDiscImage ? 'disc_image' : reason]}
        </span>
      </span>
    </>
  )
}

function ListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useText(identifyText)
  return <LoadFailed onRetry={onRetry} title={isOffline(error) ? words.offline : words.failed} isBox />
}

function RowsSkeleton() {
  return <SkeletonRows rowClass={styles.row} picture={{ width: '40px', height: 60, radius: 6 }} />
}
