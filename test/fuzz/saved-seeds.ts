/**
 * Whole and valid files of every kind that a folder may bring: build files, budgets, models, launch configurations,
 * saved profiles and imports. Fuzzing changes them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatProfile } from '../../server/src/profile/document/read-profile';
import { makeLargeProfiles } from '../support/large-profiles';

export interface SavedSeed {
  /** The kind of file: each is read by a reader of its own. */
  readonly format: keyof typeof PLACES;
  readonly text: string;
}

/** The places in a workspace where such files are read. */
export const PLACES = {
  'pom.xml': 'pom.xml',
  'build.gradle': 'build.gradle',
  'settings.gradle': 'settings.gradle',
  'gradle.lockfile': 'gradle.lockfile',
  'maven.config': '.mvn/maven.config',
  budget: 'energy.jouleline-budget.json',
  model: 'model.json',
  'launch.json': '.vscode/launch.json',
  calls: 'calls.txt',
  profile: '.jouleline/profiles/a.json',
} as const;

const POM = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>g</groupId><artifactId>top</artifactId><version>1</version><relativePath>m/pom.xml</relativePath></parent>
  <artifactId>a</artifactId><version>\${revision}</version><packaging>jar</packaging>
  <properties><revision>1.\${minor}</revision><minor>2</minor><out>target/\${minor}</out></properties>
  <modules><module>m</module></modules>
  <build><sourceDirectory>src</sourceDirectory><outputDirectory>\${out}</outputDirectory></build>
  <dependencyManagement><dependencies>
    <dependency><groupId>g</groupId><artifactId>all</artifactId><version>3</version><type>pom</type><scope>import</scope></dependency>
  </dependencies></dependencyManagement>
  <dependencies><dependency>
    <groupId>g</groupId><artifactId>b</artifactId><version>[1,2)</version><scope>system</scope><systemPath>\${project.basedir}/lib.jar</systemPath>
    <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
  </dependency></dependencies>
  <profiles><profile><id>p</id><activation><activeByDefault>true</activeByDefault></activation><modules><module>n</module></modules></profile></profiles>
</project>
`;

const GRADLE = `plugins { id 'java' }
def libraries = [a: 'g:a:1.0'] /* a comment */
sourceSets { main { java { srcDirs = ['src', "more/src"] } } }
dependencies {
  implementation 'g:a:1.0', 'g:b:2.0' // two
  testImplementation("g:c:\${version}")
  implementation project(':m')
  runtimeOnly files('lib.jar')
}
`;

const LAUNCH = `{ // by the debugger
  "configurations": [
    { "type": "java", "name": "Main", "request": "launch", "mainClass": "Small", "args": "a 'b c' \${env:HOME}",
      "vmArgs": ["-Xmx1g"], "cwd": "\${workspaceFolder}/run", "env": { "A": 1 }, "classPaths": ["lib.jar"], "javaExec": "/bin/java" },
  ],
}`;

/** @param root the folder of the project. */
export function savedSeeds(root: string): readonly SavedSeed[] {
  const { before, after } = makeLargeProfiles({ files: [2, 1], contexts: 6 });
  const budgets = ['line', 'method', 'class', 'task', 'program'].map((subject, at) => ({
    [subject]: subject === 'program' ? true : 'Small.twice',
    energy: at + 0.5,
  }));
  return [
    { format: 'pom.xml', text: POM },
    { format: 'build.gradle', text: GRADLE },
    {
      format: 'settings.gradle',
      text: "rootProject.name = 'a'\ninclude ':m', 'n'\nproject(':n').projectDir = file('../n')\n",
    },
    { format: 'gradle.lockfile', text: '# this\ng:a:1.0=compileClasspath,runtimeClasspath\nempty=\n' },
    { format: 'maven.config', text: '-Drevision=7\n-Dmaven.repo.local=repository\n' },
    {
      format: 'budget',
      text: JSON.stringify({ format: 'jouleline-budget', version: 1, unit: 'µJ', budgets }),
    },
    { format: 'model', text: readFileSync(join(root, 'media/models/x64-openjdk25-compiled.json'), 'utf8') },
    { format: 'launch.json', text: LAUNCH },
    { format: 'calls', text: '# calls\njava.util.*\n!java.util.List.get\napp.Feed.load(I)V\n' },
    ...[before, after].map((profile) => ({
      format: 'profile' as const,
      text: [...formatProfile(profile)].join(''),
    })),
  ];
}
