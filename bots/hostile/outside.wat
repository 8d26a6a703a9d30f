;; forfeit crash: reads outside its memory
(module
  (memory (export "memory") 1)
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (func (export "choose") (result i32)
    (i32.load (i32.const 65536))))
