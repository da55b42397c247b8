/** Which film is this? The name that was read, its candidates, a search by hand, and typing it in. In a list it walks from film to film. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmMatch } from '@homeport/contract/movie/identify.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, PencilLine } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { keysPath } from '../../shared/keys-path.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConnectionNote } from '../../ui/connection-line.tsx'
import { RetryIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import noteStyles from '../../ui/note.module.css'
import overlayStyles from '../../ui/overlay.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { isOffline } from '../data.ts'
import { Candidates } from './candidates.tsx'
import { HandSearch } from './hand-search.tsx'
import { lookup, match } from './identify-data.ts'
import { identifyText } from './identify-text.ts'
import styles from './identify.module.css'
import { TypedFilm } from './typed-film.tsx'
import { useIdentify, type Undoable } from './use-identify.ts'
import { LineBreaks } from '../../ui/lines.tsx'

/** A film's place in a list, 1 is the first. */
export type Walk = { at: number; total: number; go: (step: 1 | -1) => void }

type Props = {
  device: Device
  filmId: string
  isOpen: boolean
  onClose: () => void
  /** In a list: after a choice the next film comes. */
  walk?: Walk | undefined
}

/** query: searched by hand, '' for the box's own candidates. chosen: null until the person chooses. */
type Draft = { filmId: string; query: string; chosen: string | null; isTyping: boolean }
const emptyDraft = (filmId: string): Draft => ({ filmId, query: '', chosen: null, isTyping: false })

export function IdentifySheet({ device, filmId, isOpen, onClose, walk }: Props) {
  const words = useText(identifyText)
  const common = useText(commonText)
  const formId = useId()
  const [draftOfFilm, setDraft] = useState(() => emptyDraft(filmId))
  const draft = draftOfFilm.filmId === filmId ? draftOfFilm : emptyDraft(filmId)
  const [last, setLast] = useState<Undoable | null>(null)
  const film = useQuery({ ...match(device, filmId), enabled: isOpen && filmId !== '' })
  const search = useQuery(lookup(device, filmId, draft.query))
  const candidates = (draft.query === '' ? film.data?.candidates : search.data?.candidates) ?? []
  const chosen = candidates.find(({ tmdb }) => tmdb === (draft.chosen ?? defaultOf(candidates)))
  const { choose, forget, isBusy } = useIdentify(device, (change) => {
    if (walk) {
      setLast(change)
      return
    }
    onClose()
    toast(change.text, { label: common.undo, run: change.undo })
  })
  const { isTyping } = draft
  const isWalking = isOpen && walk !== undefined && !isTyping
  useWalkKeys(isWalking, (step) => walk?.go(step))
  const data = film.data
  return (
    <Sheet
      isOpen={isOpen}
      onClose={() => {
        setLast(null)
        onClose()
      }}
      title={words.which[data?.kind ?? 'film']}
      closeLabel={common.close}
      isTall={walk !== undefined}
      foot={
        data && (
          <Foot
            film={data}
            formId={formId}
            isTyping={isTyping}
            type={() => setDraft({ ...draft, isTyping: true })}
            hasCandidates={candidates.length > 0}
            canUse={chosen !== undefined}
            isBusy={isBusy}
            keepName={() => (data.identified === 'no' ? choose({ id: data.id, none: true }, words.kept) : forget(data.id))}
          />
        )
      }
    >
      <ConnectionNote />
      {walk && <WalkLine walk={walk} last={last} clear={() => setLast(null)} />}
      {film.isLoadingError && <Failed error={film.error} onRetry={() => void film.refetch()} />}
      {!data && film.isPending && <MatchSkeleton />}
      {data && (
        <>
          <FileRead film={data} />
          {isTyping ? (
            <TypedFilm
              key={filmId}
              film={data}
              formId={formId}
              save={(choice, onSaved) => choose(choice, words.saved, onSaved)}
            />
          ) : (
            <form
              id={formId}
              onSubmit={(event) => {
                event.preventDefault()
                if (chosen && !isBusy) choose({ id: filmId, tmdb: chosen.tmdb }, words.accepted(chosen.title))
              }}
            >
              <Candidates
                key={`${filmId} ${draft.query}`}
                candidates={candidates}
                present={data.tmdb}
                chosen={chosen?.tmdb ?? ''}
                onSelect={(tmdb) => setDraft({ ...draft, chosen: tmdb })}
              />
            </form>
          )}
          {!isTyping && (
            <>
              <SearchNotes
                device={device}
                film={data}
                search={draft.query === '' ? null : search}
                isEmpty={candidates.length === 0}
              />
              {data.database !== 'no_key' && (
                <HandSearch key={filmId} search={(query) => setDraft({ ...draft, query, chosen: null })} />
              )}
            </>
          )}
          {(isTyping || candidates.length > 0) && (
            <Button
              variant="line"
              icon={isTyping ? undefined : <PencilLine size={20} strokeWidth={1.75} />}
              onClick={() => setDraft({ ...draft, isTyping: !isTyping })}
            >
              {isTyping ? words.backToSearch : words.typeIn}
            </Button>
          )}
        </>
      )}
    </Sheet>
  )
}

/** The best candidate is chosen at first, unless only part of its title agrees. */
function defaultOf([best]: FilmMatch['candidates']): string {
  return best && best.level !== 'maybe' ? best.tmdb : ''
}

/** Arrow keys to the sides go from film to film; in a text field they move the caret. */
function useWalkKeys(isOn: boolean, go: (step: 1 | -1) => void): void {
  const move = useEffectEvent(go)
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      const isText = event.target instanceof HTMLInputElement && event.target.type !== 'radio'
      if (step === 0 || isText || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      move(step)
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [isOn])
}

type WalkProps = { walk: Walk; last: Undoable | null; clear: () => void }

function WalkLine({ walk: { at, total, go }, last, clear }: WalkProps) {
  const words = useText(identifyText)
  const common = useText(commonText)
  return (
    <>
      <div className={classes(layoutStyles.row, layoutStyles.between)}>
        <IconButton label={words.previous} disabled={at <= 1} onClick={() => go(-1)}>
          <ChevronLeft strokeWidth={1.75} />
        </IconButton>
        <span className={classes(textStyles.caption, textStyles.numeric)} role="status">
          {words.position(at, total)}
        </span>
        <IconButton label={words.next} disabled={at >= total} onClick={() => go(1)}>
          <ChevronRight strokeWidth={1.75} />
        </IconButton>
      </div>
      {last && (
        <p className={styles.last} role="status">
          <span className={layoutStyles.grow}>{last.text}</span>
          <Button
            variant="text"
            onClick={() => {
              clear()
              last.undo()
            }}
          >
            {common.undo}
          </Button>
        </p>
      )}
    </>
  )
}

function FileRead({ film }: { film: FilmMatch }) {
  const words = useText(identifyText)
  const read = [film.name_title, film.name_year].filter(Boolean).join(', ')
  const facts = [read && words.readAs(read), sizeOf(film.file_size), film.files > 1 && words.moreFiles(film.files - 1)]
  return (
    <div className={styles.file}>
      <code>{film.file_name}</code>
      <p className={classes(textStyles.caption, textStyles.numeric)}>{facts.filter(Boolean).join(' · ')}</p>
    </div>
  )
}

type Search = {
  data: { note: '' | 'id' | 'douban_title' | 'douban_bare'; database: FilmMatch['database'] } | undefined
  isPending: boolean
  isError: boolean
  error: unknown
}

/** The notes on the search: why the database did not answer, and why nothing stands above. */
function SearchNotes({
  device,
  film,
  search,
  isEmpty,
}: {
  device: Device
  film: FilmMatch
  search: Search | null
  isEmpty: boolean
}) {
  const words = useText(identifyText)
  if (search?.isError)
    return (
      <Note isWarning>
        <LineBreaks text={isOffline(search.error) ? words.offline : words.failed} />
      </Note>
    )
  if (search?.isPending) return <Skeleton height={84} radius={10} isLate />
  const database = search?.data?.database ?? film.database
  const note = search?.data?.note ?? ''
  return (
    <>
      {database !== 'ok' && <DatabaseNote device={device} database={database} />}
      {note !== '' && <Note>{words.notes[note]}</Note>}
      {isEmpty && database === 'ok' && note !== 'douban_bare' && <Note>{search ? words.noMatch : words.noCandidates}</Note>}
    </>
  )
}

/** Why the film database is not asked, or does not answer; a key is the owner's to set. */
export function DatabaseNote({ device, database }: { device: Device; database: Exclude<FilmMatch['database'], 'ok'> }) {
  const words = useText(identifyText)
  return (
    <Note isWarning={database !== 'no_key'}>
      {words.databases[database]}
      {database !== 'away' && device.role === 'owner' && (
        <>
          {' '}
          <a className={textStyles.link} href={hrefTo(keysPath)}>
            {words.addKey}
          </a>
        </>
      )}
    </Note>
  )
}

function Note({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <p className={noteStyles.note} role="status">
      {isWarning && <WarnIcon size={18} />}
      <span>{children}</span>
    </p>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useText(identifyText)
  const common = useText(commonText)
  return (
    <>
      <p className={noteStyles.note} role="alert">
        <WarnIcon size={18} />
        <LineBreaks text={isOffline(error) ? words.offline : words.failed} />
      </p>
      <Button isWide icon={<RetryIcon size={20} />} onClick={onRetry}>
        {common.retry}
      </Button>
    </>
  )
}

type FootProps = {
  film: FilmMatch
  formId: string
  isTyping: boolean
  /** To the fields for title and year. */
  type: () => void
  hasCandidates: boolean
  canUse: boolean
  isBusy: boolean
  keepName: () => void
}

function Foot({ film, formId, isTyping, type, hasCandidates, canUse, isBusy, keepName }: FootProps) {
  const words = useText(identifyText)
  const hasMatch = film.identified !== 'no'
  return (
    <>
      <div className={styles.foot}>
        {!isTyping && (hasCandidates || hasMatch) && (
          <span>
            <Button variant="line" isWide disabled={isBusy} onClick={keepName}>
              {hasMatch ? words.forget : words.noneOfThese}
            </Button>
          </span>
        )}
        <span>
          {isTyping || hasCandidates ? (
            <Button key="save" variant="main" isWide type="submit" form={formId} isBusy={isBusy} disabled={!isTyping && !canUse}>
              {isTyping ? words.save : words.use[film.kind]}
            </Button>
          ) : (
            // Its own element: one that becomes a submit button within its click sends the form.
            <Button key="type" variant="main" isWide icon={<PencilLine size={20} strokeWidth={1.75} />} onClick={type}>
              {words.typeIn}
            </Button>
          )}
        </span>
      </div>
      <p className={overlayStyles.afterword}>{words.consequence}</p>
    </>
  )
}

function MatchSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={74} radius={14} isLate />
      <Skeleton height={84} radius={10} above={16} isLate />
      <Skeleton height={84} radius={10} above={16} isLate />
    </div>
  )
}
