/** The default boards of a new realm, in screen order. Ids of announcements and updates are fixed by the spec. */
import { announcements, updates } from '@homeport/contract/shape/well-known-boards.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

/** closed: only moderators may start threads there. */
export type BoardSeed = { id: number; name: string; about: string; closed?: true; below?: readonly BoardSeed[] }

export const defaultBoards: Record<Lang, readonly BoardSeed[]> = {
  zh: [
    { id: announcements.zh, name: '公告', about: '版务与活动通知', closed: true },
    { id: updates.zh, name: '更新', about: '每个版本改了什么', closed: true },
    {
      id: 101,
      name: '设备',
      about: '盒子、硬盘和网络',
      below: [
        {
          id: 111,
          name: '安装与绑定',
          about: '从第一次启动到绑定成功',
          below: [
            { id: 121, name: 'NAS 与小主机', about: '群晖、威联通、N100 和旧电脑' },
            { id: 122, name: '网络与远程访问', about: '局域网、VPN 和外网' },
          ],
        },
        { id: 112, name: '硬盘与存储', about: '选盘、格式和空间' },
      ],
    },
    {
      id: 102,
      name: '下载',
      about: '磁力、种子和任务',
      below: [
        { id: 113, name: '下载求助', about: '任务不动、没有速度、报错' },
        { id: 114, name: '使用技巧', about: '让下载更快更稳' },
      ],
    },
    {
      id: 103,
      name: '影库',
      about: '整理、识别和播放',
      below: [
        { id: 115, name: '整理与识别', about: '命名、海报和错误匹配' },
        {
          id: 116,
          name: '播放与电视',
          about: '电视、投屏和字幕',
          below: [{ id: 123, name: '字幕与音轨', about: '外挂字幕、编码和声道' }],
        },
        { id: 117, name: '影片讨论', about: '最近看了什么' },
      ],
    },
    { id: 104, name: '建议', about: '想要的功能' },
    { id: 105, name: '闲聊', about: '别的话题' },
  ],
  en: [
    { id: announcements.en, name: 'Announcements', about: 'News of the forum and its people', closed: true },
    { id: updates.en, name: 'Updates', about: 'What each version changes', closed: true },
    {
      id: 201,
      name: 'Boxes',
      about: 'Boxes, disks and networks',
      below: [
        {
          id: 211,
          name: 'Setting up',
          about: 'First start and pairing',
          below: [
            { id: 221, name: 'NAS and small computers', about: 'Synology, QNAP, N100 and old laptops' },
            { id: 222, name: 'Networks and remote access', about: 'At home, by VPN and from outside' },
          ],
        },
        { id: 212, name: 'Disks and storage', about: 'Which disk, which format, how much space' },
      ],
    },
    {
      id: 202,
      name: 'Downloads',
      about: 'Magnets, torrents and tasks',
      below: [
        { id: 213, name: 'Help with downloads', about: 'Stuck, slow or failed' },
        { id: 214, name: 'Tips', about: 'Faster and steadier downloads' },
      ],
    },
    {
      id: 203,
      name: 'Library',
      about: 'Sorting, matching and playing',
      below: [
        { id: 215, name: 'Sorting and matching', about: 'Names, posters and wrong matches' },
        {
          id: 216,
          name: 'Playing and TV',
          about: 'TV, screens and subtitles',
          below: [{ id: 223, name: 'Subtitles and sound', about: 'Subtitle files, codecs and channels' }],
        },
        { id: 217, name: 'Films', about: 'What did you watch lately?' },
      ],
    },
    { id: 204, name: 'Ideas', about: 'Wishes' },
    { id: 205, name: 'Lounge', about: 'Everything else' },
  ],
}
