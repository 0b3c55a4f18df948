import { describe, expect, it } from 'vitest';
import { readJvmList, readPropertyLines } from '../../server/src/host/jdk/running-jvms';

describe('the JVMs that jcmd lists', () => {
  it('are those that run, without the one that looks', () => {
    const text =
      '24547 jdk.compiler/com.sun.tools.javac.Main -d out A.java\r\n24757 jdk.jcmd/sun.tools.jcmd.JCmd -l\n31 sun.tools.jcmd.JCmd -l\n24602 Loop go\n77\n78 \n\nnothing\n';
    expect(readJvmList(text)).toEqual([
      { pid: 24547, description: 'jdk.compiler/com.sun.tools.javac.Main -d out A.java' },
      { pid: 24602, description: 'Loop go' },
      { pid: 77, description: '' },
      { pid: 78, description: '' },
    ]);
  });
});

describe('what a JVM says of itself', () => {
  it('is read as java.util.Properties writes it', () => {
    const text =
      '24602:\n#Sat Nov 21 20:35:24 UTC 2026\njava.class.path=/tmp/a b\\:/tmp/\\u00FCber=x.jar\nodd\\ name\\==C\\:\\\\b\npath.separator=\\:\nempty=\nline.separator=\\r\\n\n';
    expect([...readPropertyLines(text)]).toEqual([
      ['java.class.path', '/tmp/a b:/tmp/über=x.jar'],
      ['odd name=', 'C:\\b'],
      ['path.separator', ':'],
      ['empty', ''],
      ['line.separator', '\r\n'],
    ]);
  });
});
