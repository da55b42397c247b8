/** One guide: video, description, and bullet comments. */
import type { Series, Video } from '@homeport/contract/guide.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import textStyles from '../ui/text.module.css'
import { Comments } from './comments.tsx'
import { DanmakuForm } from './danmaku-form.tsx'
import { bullets as bulletsOf, rememberVideo } from './data.ts'
import styles from './guide.module.css'
import { usePlayer } from './player.ts'
import { Stage } from './stage.tsx'

export function GuideView({ group, video }: { group: Series; video: Video }) {
  const player = usePlayer(video.duration_ms)
  const [isSkyOpen, setSkyOpen] = useState(true)
  const bullets = useQuery(bulletsOf(video.id)).data?.data ?? []
  useEffect(() => rememberVideo(group, video), [group, video])
  return (
    <article className={styles.view}>
      <Stage video={video} player={player} bullets={bullets} isSkyOpen={isSkyOpen} toggleSky={() => setSkyOpen(!isSkyOpen)} />
      <h2>{video.title}</h2>
      <p className={textStyles.secondary}>{video.about}</p>
      <DanmakuForm videoId={video.id} positionMs={() => player.positionMs} />
      <Comments videoId={video.id} bullets={bullets} jump={player.jump} />
    </article>
  )
}
