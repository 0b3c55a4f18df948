/** Small projects of Maven and Gradle, with a program and its JUnit tests. */
import type { FolderContent } from './temporary-folder';

export const sums = `package demo;

public class Sums {
  public static int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += i;
    return s;
  }

  public static void main(String[] args) {
    System.out.println("sum " + sum(args.length == 0 ? 1000 : Integer.parseInt(args[0])));
  }
}
`;

const sumsTest = `package demo;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

public class SumsTest {
  @Test
  public void small() {
    Assertions.assertEquals(45, Sums.sum(10));
  }

  @Test
  public void large() {
    Assertions.assertEquals(4950, Sums.sum(100));
  }
}
`;

const sources: FolderContent = {
  'src/main/java/demo/Sums.java': sums,
  'src/test/java/demo/SumsTest.java': sumsTest,
};

/** Its tests run in a JVM of their own, with arguments that the project names. */
export const mavenProject: FolderContent = {
  ...sources,
  'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>demo</groupId>
  <artifactId>sums</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.10.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.2.5</version>
        <configuration><argLine>-Xmx256m</argLine></configuration>
      </plugin>
    </plugins>
  </build>
</project>
`,
};

/** With JUnit 4; a task's arguments and environment are replaced by its script. */
export const gradleProject: FolderContent = {
  ...sources,
  'src/test/java/demo/SumsTest.java': sumsTest
    .replaceAll('jupiter.api.', '')
    .replaceAll('Assertions', 'Assert'),
  'settings.gradle': "rootProject.name = 'sums'\n",
  'build.gradle': `apply plugin: 'java'
sourceCompatibility = 11
repositories { mavenCentral() }
dependencies { testCompile 'junit:junit:4.13.2' }
test { jvmArgs = ['-Xmx256m'] }
`,
};

const module = (name: string, dependency = ''): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>demo</groupId><artifactId>all</artifactId><version>1</version></parent>
  <artifactId>${name}</artifactId>
  ${dependency}
</project>
`;

/** Two modules: the program of one calls the class of the other. */
export const mavenModules: FolderContent = {
  'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>demo</groupId>
  <artifactId>all</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <modules><module>core</module><module>app</module></modules>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
</project>
`,
  'core/pom.xml': module('core'),
  'core/src/main/java/demo/Sums.java': sums,
  'app/pom.xml': module(
    'app',
    '<dependencies><dependency><groupId>demo</groupId><artifactId>core</artifactId><version>1</version></dependency></dependencies>',
  ),
  'app/src/main/java/app/Main.java': `package app;

public class Main {
  public static void main(String[] args) {
    System.out.println("sum " + demo.Sums.sum(2000));
  }
}
`,
};
