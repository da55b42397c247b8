/** The page of one film, with play on the TV. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isFailure } from '../../../kit/failure.ts'
import { useText } from '../../../kit/lang.ts'
import { back, switchTab, useQueryValue } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { film, hearMovies, libraryPath } from '../../../movie/data.ts'
import { FavoriteButton } from '../../../movie/favorite-button.tsx'
import styles from '../../../movie/film-page.module.css'
import { FilmPage, FilmSkeleton } from '../../../movie/film-page.tsx'
import { movieText } from '../../../movie/text.ts'
import { PlayButton } from '../../../playback/play-button.tsx'
import { ShownAt } from '../../../ui/as-of.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BackIcon, RetryIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device', hasSaved: true }

export function Screen() {
  const { device } = useSession()
  const id = useQueryValue('id')
  return device ? <Detail key={`${device.devid} ${id}`} device={device} id={id} /> : null
}

function Detail({ device, id }: { device: Device; id: string }) {
  const words = useText(movieText)
  const common = useText(commonText)
  const client = useQueryClient()
  const [chosenId, setChosen] = useState('')
  const { data, error, isLoadingError, dataUpdatedAt, refetch } = useQuery(film(device, id))
  useEffect(() => hearMovies(client, device), [client, device])
  const isGone = isFailure(error, 'code') && error.code === Code.notFound
  if (isGone || isLoadingError)
    return (
      <>
        <NavBar title={words.film} backLabel={common.back} back={() => back(libraryPath)} />
        <main className={classes(layoutStyles.page, layoutStyles.plain)}>
          {isGone ? (
            <EmptyState art={art.films} title={words.noFilm} text={words.noFilmText}>
              <Button look="main" onClick={() => switchTab(libraryPath)}>
                {words.toLibrary}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState art={art.boxSilent} title={words.failedTitle} text={words.failedText}>
              <Button look="main" icon={<RetryIcon size={20} />} onClick={() => void refetch()}>
                {common.retry}
              </Button>
            </EmptyState>
          )}
        </main>
      </>
    )
  if (!data) return <FilmSkeleton />
  return (
    <FilmPage
      film={data}
      above={
        <div className={styles.bar}>
          <IconButton label={common.back} onClick={() => back(libraryPath)}>
            <BackIcon />
          </IconButton>
        </div>
      }
      chosenId={chosenId}
      choose={setChosen}
      play={
        <PlayButton
          movieId={data.id}
          title={data.title}
          position={data.position_ms}
          duration={data.duration_ms}
          {...(data.files.some(({ id: fileId }) => fileId === chosenId) ? { file: chosenId } : {})}
        />
      }
      favorite={<FavoriteButton device={device} film={data} />}
      note={<ShownAt list={{ dataUpdatedAt: data.stale_at === null ? dataUpdatedAt : data.stale_at * 1000 }} />}
    />
  )
}
