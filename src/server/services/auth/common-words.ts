/**
 * Words that passwords are made of when people are in a hurry: those at the head of every published list of leaked
 * passwords, names, months, seasons, teams, and words of this trade. Written by hand; not a copy of any such list.
 */
const words = `
password passwort passw0rd passwd pass pwd admin administrator root user guest test tester testing demo default master
login welcome letmein changeme change secret private access system server computer internet windows linux google apple
samsung microsoft android iphone facebook instagram twitter youtube yahoo hotmail gmail amazon netflix tesla nokia
qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qwer qwerasdf wasd poiuytrewq
abc abcd abcdef abcdefg abcdefgh abcdefghi aaa aaaaaa iloveyou iloveu loveyou loveme love lovely lover mylove forever
sunshine princess prince dragon monkey football baseball basketball soccer hockey golf tennis rugby superman batman
spiderman ironman starwars startrek pokemon pikachu naruto minecraft fortnite nintendo playstation xbox gamer matrix
shadow hunter ranger killer ninja warrior wizard magic merlin phoenix thunder lightning storm mustang ferrari porsche
mercedes corvette camaro harley yamaha honda toyota suzuki jaguar bmw audi michael jennifer jordan thomas robert daniel
matthew joshua andrew anthony william james john david richard charles christopher brandon justin nicole jessica ashley
amanda michelle melissa elizabeth samantha stephanie alexander alexandra george andrea martin maria victoria charlie
maggie buster bailey ginger pepper cookie cheese chocolate banana orange apples peanut butter coffee summer winter
spring autumn fall january february march april june july august september october november december monday tuesday
wednesday thursday friday saturday sunday freedom liberty america england london paris berlin germany france canada
australia mexico brazil chelsea arsenal liverpool barcelona madrid juventus manchester united yankees cowboys steelers
lakers eagles patriots packers raiders trustno one hello hello123 whatever nothing something anything computer1 money
success business company office work working factory manufacturing production schedule scheduler planner planning
project projects operations operation shipping warehouse workshop machine machines engineer engineering quality
northwind contoso fabrikam internet1 family mother father brother sister daddy mommy baby babygirl babyboy angel angels
jesus christ heaven blessed church peace happy smile sweet sugar honey flower flowers rose diamond crystal silver golden
gold purple yellow green blue black white red pink rainbow butterfly dolphin tiger tigger lion bear wolf panther cobra
snake horse kitty kitten puppy doggie music guitar metallica nirvana slipknot eminem rockstar dancer dance singer hannah
taylor swift beyonce bigdog bigdaddy cowboy mustang1 fuckyou fuckme fuck asshole bitch sexy hottie pussy biteme redsox
supreme crazy stupid idiot loser winner player money1 lucky seven eleven twelve million dollar bitcoin crypto
correcthorse mypassword yourpassword thepassword newpassword oldpassword nopassword secretpassword temppassword temp
temporary qwert trustme fuckoff godzilla pass1word p4ssword blink182 ncc1701 thx1138 r2d2c3po 1q2w3e4r 1qaz2wsx zaq12wsx
q1w2e3r4 1q2w3e4r5t zaq1zaq1 qwe123 asd123 a1b2c3d4 abc123 123abc 1a2b3c4d q1w2e3r4t5 qweasdzxc 147258369 159753 789456
`

export const commonWords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))
