@rem cmd.exe has no "exec". The scripts say it so that a signal to npm reaches them: sh would keep it to itself.
@%*
