;; plays: its name is markup with control characters
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "<img src=x onerror=alert(1)>\07\1b[2J\e2\80\ae\00")
  (data (i32.const 128) "\ff\fe no text\00")
  (func (export "name") (result i32) (i32.const 16))
  (func (export "author") (result i32) (i32.const 128))
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (func (export "choose") (result i32)
    (i32.const 1)))
