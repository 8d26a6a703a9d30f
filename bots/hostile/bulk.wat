;; forfeit overtime: fills its memory in an infinite loop
(module
  (memory (export "memory") 512)
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (func (export "choose") (result i32)
    (loop $again
      (memory.fill (i32.const 0) (i32.const 1) (i32.const 33554432))
      (br $again))
    (i32.const 1)))
