/** Sites, cloud disks, sharers and lists before a title and behind it. */
import { expect, it } from 'vitest'
import { readPath } from '../read-path.ts'

it.each([
  ['BT之家-海港闹海.2025.2160p.mkv', '海港闹海', 2025],
  ['【BT之家】海港闹海.2025.2160p.mkv', '海港闹海', 2025],
  ['迅雷下载：海港精神.2023.1080P.国语中字.mp4', '海港精神', 2023],
  ['夸克网盘丨抓海港丨2024丨4K丨国语中字.mp4', '抓海港', 2024],
  ['夸克分享 海港之夜 2023.mkv', '海港之夜', 2023],
  ['阿里云盘_朝云海港_2024_1080P.mp4', '朝云海港', 2024],
  ['@电影港 www.example.net 走走海港 2024 HD国语中字.mp4', '走走海港', 2024],
  ['公众号影视君-海港之夜.mkv', '海港之夜', null],
  ['TG频道@someone_海港之夜.mkv', '海港之夜', null],
  ['海港之夜 @影视君 2023.mkv', '海港之夜', 2023],
  ['海港之夜_www.example.me.mp4', '海港之夜', null],
  ['海港之夜丨电影天堂.mp4', '海港之夜', null],
  ['B站_海港之夜_2021.mp4', '海港之夜', 2021],
  ['优酷：海港之夜.2021.mp4', '海港之夜', 2021],
  ['【网易公开课】海港之夜.mp4', '海港之夜', null],
  ['西瓜视频丨海港之夜 2021 4K.mp4', '海港之夜', 2021],
  ['央视频-海港之夜.2021.1080p.mp4', '海港之夜', 2021],
  ['动画疯 海港之夜 2021.mp4', '海港之夜', 2021],
  // Films that are called as a site or a service is.
  ['土豆.2021.mkv', '土豆', 2021],
  ['电影天堂.1988.意语中字.mkv', '电影天堂', 1988],
  ['@SomeChannel Harbour 2024 1080p.mkv', 'Harbour', 2024],
  ['HDTime-Harbour.Texas.1984.1080p.BluRay.mkv', 'Harbour Texas', 1984],
  ['Movies4u.Bid.Harbour.and.Wolverine.2024.mkv', 'Harbour and Wolverine', 2024],
])('the title without the site that brought it: %s', (path, title, year) => {
  expect(readPath(path)).toMatchObject({ kind: 'film', title, year })
})

it.each([
  ['豆瓣TOP250/第017名 海港的春天 2004.mkv', '海港的春天', 2004],
  ['IMDb Top250 第12部 海港之夜 1994.mkv', '海港之夜', 1994],
  ['0001.海港之夜.1994.mkv', '海港之夜', 1994],
  ['1994.美国.海港之夜.mkv', '海港之夜', 1994],
  ['国产电影 海港之夜 2019.mp4', '海港之夜', 2019],
  ['刘德华-海港之夜-1995.mkv', '海港之夜', 1995],
  ['刘德华主演 海港之夜 1995.mkv', '海港之夜', 1995],
  ['海港之夜 主演：刘德华 2014.mp4', '海港之夜', 2014],
  ['海港之夜.李连杰.梁朝伟.张曼玉.2002.mkv', '海港之夜', 2002],
  ['刘德华 演唱会 2011.mkv', '刘德华 演唱会', 2011],
  ['海港电影全集/01 海港之夜.mkv', '海港之夜', null],
  ['加勒比海港.1-5部.国英双语/加勒比海港.mkv', '加勒比海港', null],
  ['731.国粤双语.2019.mkv', '731', 2019],
  ['1_2的海港.2020.国英双语.mkv', '1 2的海港', 2020],
])('the title without its place in a list, its country or who plays in it: %s', (path, title, year) => {
  expect(readPath(path)).toMatchObject({ kind: 'film', title, year })
})

it.each([
  ['海港站台.未删减.2019.中字.mp4', '海港站台', 2019],
  ['海港大闹宝莱坞.印度语中字.2009.1080p.mp4', '海港大闹宝莱坞', 2009],
  ['2160p 哥，海港 2022.mp4', '哥，海港', 2022],
  ['超清1080P 独行海港.mp4', '独行海港', null],
  ['［电影］海港的你（２０１９）.mkv', '海港的你', 2019],
  ['海港之夜 1988年版.mkv', '海港之夜', 1988],
  ['海港之夜.真4K.2023.mkv', '海港之夜', 2023],
  ['海港之夜 公映国配 1994.mkv', '海港之夜', 1994],
  ['海港之夜 附国语音轨 1994.mkv', '海港之夜', 1994],
  ['海港之夜-正片.mp4', '海港之夜', null],
  ['超级海港 王样海港.2019.mkv', '超级海港 王样海港', 2019],
  ['第一季节.2020.mp4', '第一季节', 2020],
  ['番外海港来的男人.1969.mkv', '番外海港来的男人', 1969],
])('words of the copy, and titles that such words begin: %s', (path, title, year) => {
  expect(readPath(path)).toMatchObject({ kind: 'film', title, year })
})
