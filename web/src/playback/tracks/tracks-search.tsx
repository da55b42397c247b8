/** Searches subtitles with the box's provider and fetches one: exact ones first, by language. */
import type { SubtitleHit } from '@homeport/contract/playback/tracks.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { useSession } from '../../kit/session.ts'
import { ownLanguageName } from '../../kit/text/language-name.ts'
import { keysPath } from '../../shared/keys-path.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { WarnIcon } from '../../ui/icon.tsx'
import noteStyles from '../../ui/note.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { fetchSubtitle, subtitleHits, subtitleTroubleOf } from './tracks-data.ts'
import { tracksText } from './tracks-text.ts'
import styles from './tracks.module.css'

export function SubtitleFinder({ path, back }: { path: string; back: () => void }) {
  const texts = useText(tracksText)
  const [typed, setTyped] = useState('')
  const [q, setQuery] = useState('')
  const hits = useQuery(subtitleHits({ path, q, languages: [] }))
  const fetching = useMutation({
    ...fetchSubtitle(),
    onSuccess: ({ language }) => {
      const name = ownLanguageName(language)
      toast(name === '' ? texts.addedUnknown : texts.added(name))
      back()
    },
  })
  const trouble = subtitleTroubleOf(fetching.error) ?? subtitleTroubleOf(hits.error)
  const search = (event: FormEvent) => {
    event.preventDefault()
    fetching.reset()
    setQuery(typed.trim())
  }
  return (
    <div className={styles.tracks}>
      <Button isSmall variant="text" icon={<ChevronLeft size={18} strokeWidth={1.75} />} onClick={back}>
        {texts.title}
      </Button>
      {trouble === 'no_provider' ? (
        <p className={textStyles.secondary}>
          {texts.troubles.no_provider} <KeyLink />
        </p>
      ) : (
        <>
          <form className={styles.search} onSubmit={search}>
            <Field label={texts.searchFor} value={typed} onChange={(event) => setTyped(event.target.value)} maxLength={200} />
            <Button type="submit" isBusy={hits.isFetching}>
              {texts.search}
            </Button>
          </form>
          {(trouble ?? (hits.isError ? 'away' : undefined)) && (
            <p className={noteStyles.note} role="alert">
              <WarnIcon size={18} />
              <span>
                {texts.troubles[trouble ?? 'away']} {trouble === 'bad_key' && <KeyLink />}
              </span>
            </p>
          )}
          {hits.isPending && <Skeleton height={160} radius={14} isLate />}
          {hits.data?.data.length === 0 && <p className={textStyles.secondary}>{texts.noHits}</p>}
          {groupsOf(hits.data?.data ?? []).map(({ language, list }) => (
            <section key={language}>
              <h3>{ownLanguageName(language) || texts.unknown}</h3>
              {list.map((hit) => (
                <HitRow
                  key={hit.id}
                  hit={hit}
                  isFetching={fetching.isPending && fetching.variables.id === hit.id}
                  fetch={() => !fetching.isPending && fetching.mutate({ path, id: hit.id })}
                />
              ))}
            </section>
          ))}
        </>
      )}
    </div>
  )
}

/** For the owner, who alone can set a key. */
function KeyLink() {
  const texts = useText(tracksText)
  const { device } = useSession()
  if (device?.role !== 'owner') return null
  return (
    <a className={textStyles.link} href={hrefTo(keysPath)}>
      {texts.addKey}
    </a>
  )
}

function HitRow({ hit, isFetching, fetch }: { hit: SubtitleHit; isFetching: boolean; fetch: () => void }) {
  const texts = useText(tracksText)
  const notes = [
    hit.is_exact && texts.exact,
    hit.is_hearing_impaired && texts.impaired,
    hit.downloads > 0 && texts.downloads(hit.downloads.toLocaleString()),
  ]
  return (
    <button type="button" className={styles.row} onClick={fetch} aria-busy={isFetching || undefined}>
      <span className={styles.name}>
        <span className={styles.release}>{hit.release}</span>
        <span className={textStyles.caption}>{notes.filter(Boolean).join(' · ')}</span>
      </span>
      <span className={textStyles.caption}>{isFetching ? texts.fetching : hit.format}</span>
    </button>
  )
}

/** Languages in the order of their first hit; the box sorts the hits. */
function groupsOf(hits: readonly SubtitleHit[]): { language: string; list: SubtitleHit[] }[] {
  const groups = new Map<string, SubtitleHit[]>()
  for (const hit of hits) groups.set(hit.language, [...(groups.get(hit.language) ?? []), hit])
  return [...groups].map(([language, list]) => ({ language, list }))
}
