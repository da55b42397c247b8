/** The rows of a list that loads: a picture each, and two lines. */
import layoutStyles from './layout.module.css'
import { Skeleton } from './skeleton.tsx'

/** className, rowClass: of the list and of its rows once they are there. */
type Props = {
  rows?: number
  className?: string | undefined
  rowClass: string | undefined
  picture: { width: string; height: number; radius: number }
}

export function SkeletonRows({ rows = 5, className, rowClass, picture }: Props) {
  return (
    <div aria-busy="true" className={className}>
      {Array.from({ length: rows }, (_, at) => (
        <div className={rowClass} key={at}>
          <Skeleton {...picture} isLate />
          <div className={layoutStyles.grow}>
            <Skeleton width="60%" height={16} isLate />
            <Skeleton width="45%" height={13} above={8} isLate />
          </div>
        </div>
      ))}
    </div>
  )
}
