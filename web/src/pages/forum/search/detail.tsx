/** What a search (?q=) found among threads, people or tags (&tab=). */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FoundPeople, FoundTags, FoundThreads } from '../../../forum/found.tsx'
import { paths, pathTo } from '../../../forum/paths.ts'
import { foundPeople, foundTags, foundThreads, openHistory, rememberSearch } from '../../../forum/search-data.ts'
import { SearchField } from '../../../forum/search-field.tsx'
import { SearchStart } from '../../../forum/search-start.tsx'
import { searchText } from '../../../forum/search-text.ts'
import { useText } from '../../../kit/lang.ts'
import { back, redirect, useQueryValue } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { session } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { NavBar } from '../../../ui/navbar.tsx'
import { PullRefresh } from '../../../ui/pull-refresh.tsx'
import { Segments } from '../../../ui/segments.tsx'

export const meta: PageMeta = { needs: 'anyone' }

const tabs = ['threads', 'people', 'tags'] as const
const partOf = { threads: FoundThreads, people: FoundPeople, tags: FoundTags } as const

export function Screen() {
  const words = useText(searchText)
  const client = useQueryClient()
  const q = useQueryValue('q')
  const asked = useQueryValue('tab')
  const tab = tabs.find((one) => one === asked) ?? 'threads'
  const Part = partOf[tab]
  const keys = { threads: foundThreads(q).queryKey, people: foundPeople(q).queryKey, tags: foundTags(q).queryKey }
  useEffect(() => {
    if (q !== '') void openHistory(session.get()).then(() => rememberSearch(q))
  }, [q])
  const look = (next: { q?: string; tab?: string }) => redirect(pathTo(paths.found, { q, tab, ...next }))
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back(paths.search)} />
      <main className="page plain screen-in">
        <SearchField key={q} first={q} look={(next) => look({ q: next })} />
        {q === '' ? (
          <SearchStart />
        ) : (
          <PullRefresh refresh={() => client.invalidateQueries({ queryKey: [...keys[tab]] })}>
            <section className="fm-found" aria-label={words.title}>
              <Segments
                label={words.which}
                segments={tabs.map((key) => ({ key, label: words.tabs[key] }))}
                chosen={tab}
                choose={(key) => look({ tab: key })}
              />
              <Part q={q} />
            </section>
          </PullRefresh>
        )}
      </main>
    </>
  )
}
